import { leftOut } from '../../../text/html-text.ts'

const withoutText = new Set([...leftOut, 'embed', 'input'].map((name) => name.toUpperCase()))

const blocks = new Set(
  'p div section article header footer main aside address h1 h2 h3 h4 h5 h6 ul ol dl dt dd table tr blockquote pre figure figcaption hr'
    .split(' ')
    .map((name) => name.toUpperCase()),
)

/**
 * Converts HTML to text, with blank lines between paragraphs. The markup is parsed in a separate document that runs no
 * script, loads no image and is never inserted into the page; only strings come out.
 */
export function htmlToText(html: string): string {
  const out = createWriter()
  write(parseInert(html).body, out)
  return out.text()
}

/** Recursion is safe here: browser parsers nest at most 512 elements, whatever the markup says. */
function write(node: Node, out: Writer, isPreformatted = false): void {
  const text = node.nodeValue ?? ''
  if (node.nodeType === Node.TEXT_NODE) return isPreformatted ? out.lines(text) : out.words(text)
  const name = node.nodeName.toUpperCase()
  if (withoutText.has(name)) return
  const isBlock = blocks.has(name)
  if (isBlock) out.paragraph()
  else if (name === 'BR') out.line()
  else if (name === 'LI') out.item()
  else if (name === 'TD' || name === 'TH') out.words(' ')
  else if (name === 'IMG') out.words((node as Element).getAttribute('alt') ?? '')
  for (const child of node.childNodes) write(child, out, isPreformatted || name === 'PRE')
  if (isBlock) out.paragraph()
  else if (name === 'LI') out.line()
}

type Writer = ReturnType<typeof createWriter>

function createWriter() {
  const parts: string[] = []
  let atLineStart = true
  let isAfterBlank = false
  let afterBullet = false
  const lineEnds = (wanted: string) => {
    parts.push(wanted)
    atLineStart = true
    afterBullet = false
  }
  const words = (text: string) => {
    const folded = text.replaceAll(/[\s\u00a0]+/g, ' ')
    const words = atLineStart || isAfterBlank ? folded.trimStart() : folded
    if (words === '') return
    parts.push(words)
    atLineStart = false
    isAfterBlank = words.endsWith(' ')
    afterBullet = false
  }
  return {
    words,
    lines(text: string) {
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) lineEnds('\n')
        words(line)
      }
    },
    line: () => lineEnds('\n'),
    // The first paragraph of an item stays beside its bullet.
    paragraph: () => afterBullet || lineEnds('\n\n'),
    item() {
      if (afterBullet) return
      if (!atLineStart) lineEnds('\n')
      parts.push('• ')
      afterBullet = true
    },
    text: () =>
      parts
        .join('')
        // Tried only where a run of blanks begins: from each blank, a long run would take the square of its length.
        .replaceAll(/(?<! ) +(?=\n)/g, '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
  }
}

let policy: { createHTML(html: string): string } | undefined

/**
 * The only place in the desk where a string becomes markup; the page's security policy allows it by name. The name
 * differs from the worker's, because a policy can be created only once and the worker's only handles addresses.
 */
function parseInert(html: string): Document {
  policy ??= globalThis.trustedTypes?.createPolicy('article-desk-reader', { createHTML: (html) => html })
  const quiet = withoutViolations(html)
  return new DOMParser().parseFromString(policy?.createHTML(quiet) ?? quiet, 'text/html')
}

/**
 * Handlers, styles and base addresses have no effect in that document, but Chromium would report each as a violation of
 * the page's security policy. Like a style, `noembed` contains text, not markup; like `base`, `wbr` contains nothing.
 */
function withoutViolations(html: string): string {
  return html
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])(?=(?:on\w+|style)\s*=)/gi, '$1data-'))
    .replaceAll(/(<\/?)style(?=[\s/>])/gi, '$1noembed')
    .replaceAll(/<base(?=[\s/>])/gi, '<wbr')
}
