/** Elements that occur in an article's text if it still contains the site's markup. */
export const blocks = new Set(
  'p div section article header footer main aside h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr td th blockquote pre figure figcaption iframe script style'.split(
    ' ',
  ),
)

/** Elements with content that is not text of the page, or means nothing without loading something. */
export const leftOut =
  'script style noembed template noscript iframe object svg math head title nav form button select textarea audio video canvas'.split(
    ' ',
  )

const inline = new Set('b i em strong u s small sub sup span font code mark abbr cite q center'.split(' '))

const entity = /&(?:nbsp|amp|quot|lt|gt|[lr][sd]quo|mdash|ndash|hellip|#\d{2,6}|#x[\da-f]{2,6});/i

/** Only the start is examined: leftover markup appears from the first lines on. */
const examinedLength = 20_000

/**
 * Whether a text is HTML to be converted to text, rather than prose that mentions tags or compares numbers. Requires
 * pairs of tags, never a single one; if it is wrong, the reader has the original one click away. Makes one pass, since
 * it runs on every incoming article.
 */
export function looksLikeHtml(text: string): boolean {
  if (!text.includes('<')) return false
  const start = text.slice(0, examinedLength)
  if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(start)) return true

  const signs = { lineBreak: 0, image: 0, inline: 0, entity: entity.test(start) ? 1 : 0 }
  const open = new Set<string>()
  for (const [, slash, name = '', attributes = ''] of withoutQuotedCode(start).matchAll(tag)) {
    const element = name.toLowerCase()
    const closes = slash === '/' && open.has(element)
    if (closes && (element === 'a' || blocks.has(element))) return true
    if (closes && inline.has(element)) signs.inline = 1
    if (element === 'br') signs.lineBreak += 1
    if (element === 'img' && /\ssrc\s*=/i.test(attributes)) signs.image = 1
    if (slash === '' && (element !== 'a' || /\shref\s*=/i.test(attributes))) open.add(element)
  }
  return signs.inline + signs.image + signs.entity + (signs.lineBreak > 1 ? 1 : 0) > 1
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi

/** A text about HTML puts tags in quotes or backticks; HTML itself does not. */
function withoutQuotedCode(text: string): string {
  return text
    .split('```')
    .filter((_, part) => part % 2 === 0)
    .join('')
    .replaceAll(/`[^`\n]*`|["“‘'](?:<[^<>"“”‘’']+>[^<>"“”‘’']*)+["”’']/g, '')
}
