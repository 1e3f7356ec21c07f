/** Elements that an article's text is made of when a site's markup came along with it. */
const blocks = new Set(
  'p div section article header footer main aside h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr td th blockquote pre figure figcaption iframe script style'.split(
    ' ',
  ),
)

const inline = new Set('b i em strong u s small sub sup span font code mark abbr cite q center'.split(' '))

const entity = /&(?:nbsp|amp|quot|lt|gt|[lr][sd]quo|mdash|ndash|hellip|#\d{2,6}|#x[\da-f]{2,6});/i

/** Only the start is looked at: markup that came along is there from the first lines on. */
const lookedAtLength = 20_000

/**
 * Whether a text is HTML that should be read as text, rather than prose that speaks of tags or compares numbers.
 * Tells by pairs of tags, never by a single one; where it is wrong, the reader has the original one click away.
 * Goes over the text once, since it is asked of every article that comes in.
 */
export function looksLikeHtml(text: string): boolean {
  if (!text.includes('<')) return false
  const start = text.slice(0, lookedAtLength)
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

/** A text about HTML shows its tags in quotes or backticks; one that is HTML does not. */
function withoutQuotedCode(text: string): string {
  return text
    .split('```')
    .filter((_, part) => part % 2 === 0)
    .join('')
    .replaceAll(/`[^`\n]*`|["“‘'](?:<[^<>"“”‘’']+>[^<>"“”‘’']*)+["”’']/g, '')
}

const named: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

/**
 * Roughly the words of an HTML text: for a card's lines and counts, made where there is no document to parse with.
 * The reader converts with a parser.
 */
export function withoutMarkup(html: string): string {
  return ['script', 'style']
    .reduce(withoutElement, html)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return named[(name as string).toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
    })
}

/** By searching forward only: a pattern would begin anew at each of a million unclosed tags. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase()
  let kept = ''
  let at = 0
  for (;;) {
    const start = lower.indexOf(`<${name}`, at)
    if (start < 0) return kept + html.slice(at)
    kept += html.slice(at, start)
    const end = lower.indexOf(`</${name}`, start)
    if (end < 0) return kept
    at = end
  }
}
