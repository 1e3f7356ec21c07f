/** Elements that an article's text is made of when a site's markup came along with it. */
const blocks =
  'p|div|section|article|header|footer|main|aside|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|blockquote|pre|figure|figcaption|iframe|script|style'
const inline = 'a|b|i|em|strong|u|s|small|sub|sup|span|font|code|mark|abbr|cite|q|center'

const wholePage = /^\s*(?:<!doctype\s+html|<html[\s>])/i
const blockPair = new RegExp(`<(${blocks})(?:\\s[^<>]*)?>[^]*?</\\1\\s*>`, 'i')
const inlinePair = new RegExp(`<(${inline})(?:\\s[^<>]*)?>[^<]*</\\1\\s*>`, 'i')
const link = /<a\s[^<>]*href\s*=[^<>]*>[^]*?<\/a\s*>/i
const lineBreak = /<br\s*\/?>/gi
const image = /<img\s[^<>]*src\s*=[^<>]*>/i
const entity = /&(?:nbsp|amp|quot|lt|gt|rsquo|lsquo|ldquo|rdquo|mdash|ndash|hellip|#\d{2,6}|#x[\da-f]{2,6});/i

/** Only the start is looked at: markup that came along is there from the first lines on. */
const lookedAtLength = 20_000

/**
 * Whether a text is HTML that should be read as text, rather than prose that speaks of tags or compares numbers.
 * Tells by pairs of tags, never by a single one; where it is wrong, the original is one click away.
 */
export function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, lookedAtLength)
  if (!start.includes('<')) return false
  if (wholePage.test(start)) return true
  const prose = withoutQuotedCode(start)
  if (blockPair.test(prose) || link.test(prose)) return true
  const signs = [
    (prose.match(lineBreak)?.length ?? 0) > 1,
    image.test(prose),
    inlinePair.test(prose),
    entity.test(prose),
  ]
  return signs.filter(Boolean).length > 1
}

/** A text about HTML shows its tags in quotes or backticks; one that is HTML does not. */
function withoutQuotedCode(text: string): string {
  return text.replaceAll(/```[^]*?```|`[^`\n]*`|["“‘'](?:<[^<>"”’]+>[^<>"”’]*)+["”’']/g, '')
}
