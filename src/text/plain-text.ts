import { blocks, leftOut, looksLikeHtml } from './looks-like-html.ts'

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

/** An article's text as it is read: without markup, if it is HTML. */
export const plainText = (text: string): string => (looksLikeHtml(text) ? withoutMarkup(text) : text)

const leftOutStart = new RegExp(`<(!--|(?:${leftOut.join('|')})(?=[\\s/>]))`, 'i')

/**
 * The words of an HTML text, a blank line between paragraphs, for where no DOM is available. The reader uses a real
 * parser, which knows more of broken markup.
 */
export function withoutMarkup(html: string): string {
  return withoutParts(html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<[/!?][^<>]*>/gi, (_, slash, name = '', attributes = '') =>
      shownFor(slash + (name as string).toLowerCase(), attributes as string),
    )
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return named[(name as string).toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
    })
    .replaceAll(/(?<! ) *\n[ \n]*/g, (blank) => (/\n *\n/.test(blank) ? '\n\n' : '\n'))
    .trim()
}

/** What a tag is in the text: a break, a bullet, an image's description or nothing. */
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
