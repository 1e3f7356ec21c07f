/** An article's text as it is read: without markup, if it is HTML. */
export const toPlainText = (text: string): string => (looksLikeHtml(text) ? htmlToPlainText(text) : text)

/** Elements that occur in an article's text if it still contains the site's markup. */
const blocks = new Set(
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

const leftOutStart = /* @__PURE__ */ new RegExp(`<(!--|(?:${leftOut.join('|')})(?=[\\s/>]))`, 'i')

/** The named characters from U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'

/** Other named characters, with special spaces as plain ones: each name stands for the character at the same index. */
const others =
  'nbsp ensp emsp thinsp amp quot apos lt gt lsquo rsquo sbquo ldquo rdquo bdquo lsaquo rsaquo mdash ndash hellip bull ' +
  'euro trade OElig oelig Scaron scaron'
const otherCharacters = '    &"\'<>‘’‚“”„‹›—–…•€™ŒœŠš'

/** By name, which is case-sensitive: `&Eacute;` and `&eacute;` are different letters. */
const named = new Map([
  ...latin.split(' ').map((name, place) => [name, String.fromCharCode(0xa0 + place)] as const),
  ...others.split(' ').map((name, place) => [name, otherCharacters.charAt(place)] as const),
])

/** The characters that browsers show for `&#128;` to `&#159;`, which older programs write for those of Windows-1252. */
const windowsMarks = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * The words of an HTML text, a blank line between paragraphs, for where no DOM is available. The reader uses a real
 * parser, which knows more of broken markup.
 */
export function htmlToPlainText(html: string): string {
  return (
    withoutParts(html)
      .replaceAll(/\s+/g, ' ')
      // The lookahead: for an endless tag, each shorter name would be tried.
      .replaceAll(/<(\/?[a-z][a-z0-9]*(?![a-z0-9])|[/!?])([^<>]*)>/gi, (_, tag: string, attributes: string) =>
        shownFor(tag.toLowerCase(), attributes),
      )
      .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi, (whole, decimal, hex, name) => {
        if (name) return named.get(name as string) ?? named.get((name as string).toLowerCase()) ?? whole
        const point = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
        if (point >= 0x80 && point <= 0x9f) return windowsMarks.charAt(point - 0x80)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
      })
      .replaceAll(/(?<! ) *\n[ \n]*/g, (blank) => (/\n *\n/.test(blank) ? '\n\n' : '\n'))
      .trim()
  )
}

/** What a tag becomes in the text: a break, a bullet, an image's description or nothing. */
function shownFor(tag: string, attributes: string): string {
  if (tag === 'br' || tag === '/li') return '\n'
  if (tag === 'li') return '\n• '
  if (/^\/?t[dh]$/.test(tag)) return ' '
  if (tag === 'img') return /\salt\s*=\s*(["'])(.*?)\1/i.exec(attributes)?.[2] ?? ''
  return /^(?:hr|\/?address)$/.test(tag) || blocks.has(tag.replace('/', '')) ? '\n\n' : ''
}

/** Searches forward only: one expression for whole elements would rescan at each of a million unclosed tags. */
function withoutParts(html: string): string {
  const [before = '', ...parts] = html.split(leftOutStart)
  let kept = before
  let end: RegExp | undefined
  for (let at = 0; at < parts.length; at += 2) {
    const [name = '', rest = ''] = parts.slice(at, at + 2)
    end ??= name === '!--' ? /-->/ : new RegExp(`</${name}[^<>]*>?`, 'i')
    const found = end.exec(rest)
    if (!found) continue
    kept += rest.slice(found.index + found[0].length)
    end = undefined
  }
  return kept
}
