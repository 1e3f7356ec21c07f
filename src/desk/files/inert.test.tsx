import * as fc from 'fast-check'
import { unzipSync } from 'fflate'
import { marked, type Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { articleAsHtml } from './article-copy.ts'
import { htmlArticles } from './html-articles.ts'
import { markdownArticles } from './markdown-articles.ts'
import { paragraphsOf } from './article-lines.ts'
import { asText, hostileTexts, makeFile, sampleArticle } from './testing/sample-articles.ts'
import { docxArticles } from './docx-articles.ts'
import { docxProperties } from './docx-package.ts'
import { toPlainText } from '../../text/html-text.ts'
import { anyCharacter } from '../../text/testing/any-character.ts'

/** Arbitrary text, biased towards characters that are markup in some format. */
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...Array.from('#*_`~[]()<>!|\\&=+-.:"\'$^{}@%1 \n\t')),
        fc.constantFrom(
          '    ',
          '\n\n',
          '![',
          '](',
          'https://',
          'www.',
          '&amp;',
          '<!--',
          '```',
          '1. ',
          'ab',
          'é',
          'news@desk.example',
        ),
      ),
    )
    .map((scraps) => scraps.join('')),
  fc.constantFrom(...hostileTexts),
)

const hostileArticle = fc
  .record({ id: anyText, title: anyText, text: anyText, note: anyText, category: anyText, author: anyText })
  .map((texts) => ({
    ...sampleArticle,
    ...texts,
    keywords: [texts.title],
    // What a damaged library may contain in their place.
    source: texts.title,
    url: texts.note,
    publishedAt: texts.category,
  }))

describe('the content of an article is inert', () => {
  it('in Markdown: it yields only the heading, paragraphs and links of e-mail addresses, and reads as typed', () => {
    fc.assert(
      fc.property(hostileArticle, (article) => {
        const markdown = markdownArticles.article(article, 0)
        const [heading, ...blocks] = marked.lexer(markdown).filter(({ type }) => type !== 'space')
        expect(heading).toMatchObject({ type: 'heading', depth: 1 })
        expect(blocks.filter(({ type }) => type !== 'paragraph')).toEqual([])
        // One check for all: a check for each took most of the time.
        const tokens = blocks.concat(heading ?? []).flatMap(inlineTokens)
        const isPlain = (token: Token) => /^(?:text|escape|br)$/.test(token.type) || isMailAddress(token)
        expect(tokens.filter((token) => !isPlain(token))).toEqual([])
        const paragraphs = renderMarkdown(markdown).slice(1)
        const expected = paragraphsOf(toPlainText(article.text)).map((lines) => lines.map(spaced))
        expect(expected.length === 0 ? [] : paragraphs.slice(-expected.length).map(linesOf)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('in HTML: it yields no element, and the text is what was typed', () => {
    fc.assert(
      fc.property(hostileArticle, (article) => {
        const page = new DOMParser().parseFromString(
          htmlArticles.head + htmlArticles.article(article, 0) + String(htmlArticles.foot),
          'text/html',
        )
        const made = elementsOf(page.body).map((element) => element.localName)
        expect(made.filter((name) => !['article', 'h1', 'p', 'br', 'bdi'].includes(name))).toEqual([])
        const expected = paragraphsOf(toPlainText(article.text)).map((lines) => lines.join('\n'))
        const paragraphs = elementsOf(page.body, 'p').map((paragraph) => paragraph.textContent)
        expect(expected.length === 0 ? [] : paragraphs.slice(-expected.length)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('in rich text on the clipboard', () => {
    const [title, author] = hostileTexts as [string, string]
    const html = articleAsHtml({ title, author, url: title, text: hostileTexts.join('\n\n') })
    const page = new DOMParser().parseFromString(html, 'text/html')
    expect(new Set(elementsOf(page.body).map((element) => element.localName))).toEqual(
      new Set(['h1', 'p', 'br']),
    )
  })

  it('in Word: the document is well-formed, and the text is what was typed', () => {
    fc.assert(
      fc.property(hostileArticle, (article) => {
        const body = parseXml(bodyOf(article))
        const paragraphs = [...body.getElementsByTagName('w:p')].map((paragraph) =>
          elementsOf(paragraph).map(wordText).join(''),
        )
        const expected = paragraphsOf(toPlainText(article.text)).map((lines) => lines.join('\n'))
        expect(expected.length === 0 ? [] : paragraphs.slice(-expected.length)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a Word document', () => {
  it('has well-formed parts, each of a declared type', async () => {
    const parts = unzipSync(await makeFile([sampleArticle, sampleArticle], { format: 'docx' }))
    expect(Object.keys(parts)[0]).toBe('[Content_Types].xml')
    const documents = new Map(Object.entries(parts).map(([name, bytes]) => [name, parseXml(asText(bytes))]))
    const types = documents.get('[Content_Types].xml')!
    const declared = [...types.getElementsByTagName('Override')].map((type) => type.getAttribute('PartName'))
    for (const name of declared) expect(parts).toHaveProperty([name!.slice(1)])
    const styles = [...documents.get('word/styles.xml')!.getElementsByTagName('w:style')]
    const known = styles.map((style) => style.getAttribute('w:styleId'))
    const used = [...documents.get('word/document.xml')!.getElementsByTagName('w:pStyle')]
    for (const style of used) expect(known).toContain(style.getAttribute('w:val'))
  })

  it('keeps markup in a title as text', () => {
    const properties = parseXml(docxProperties('<x>&"', new Date()))
    expect(properties.getElementsByTagName('dc:title')[0]!.textContent).toBe('<x>&"')
  })

  it('begins every article after the first on a new page', () => {
    expect(docxArticles.article(sampleArticle, 0)).not.toContain('pageBreakBefore')
    expect(docxArticles.article(sampleArticle, 1).match(/pageBreakBefore/g)).toHaveLength(1)
  })

  it('sets right-to-left text from the right', () => {
    const body = parseXml(bodyOf({ ...sampleArticle, text: 'שלום\n\nHello\n\n"123 مرحبا"' }))
    const [hebrew, english, arabic] = [...body.getElementsByTagName('w:p')].slice(-3)
    expect(hebrew!.getElementsByTagName('w:bidi')).toHaveLength(1)
    expect(english!.getElementsByTagName('w:bidi')).toHaveLength(0)
    expect(arabic!.getElementsByTagName('w:rtl')).toHaveLength(1)
  })
})

it.each(['txt', 'md', 'html', 'docx'] as const)(
  'has the words of an article whose text is HTML as its reader shows them in %s, and as they came in CSV',
  async (format) => {
    const text = '<div class="body"><p>Wind &amp; <b>tide</b>.</p><p>At sea.</p></div>'
    const article = { ...sampleArticle, text }
    const file = await makeFile([article], { format })
    const made = asText(format === 'docx' ? unzipSync(file)['word/document.xml']! : file)
    expect(made).toMatch(/Wind (?:&amp;|\\?&) tide\./)
    expect(made).toContain('At sea.')
    expect(made).not.toMatch(/class="body"|body&quot;|&lt;p|\\?<b>/)
    expect(asText(await makeFile([article], { format: 'csv' }))).toContain(text.replaceAll('"', '""'))
  },
)

/** Without a selector: jsdom adds listeners to the window for each document that one was used on, and keeps them. */
const elementsOf = (parent: Element, name = '*'): Element[] => Array.from(parent.getElementsByTagName(name))

const renderMarkdown = (text: string): Element[] =>
  Array.from(new DOMParser().parseFromString(marked.parse(text, { async: false }), 'text/html').body.children)

const inlineTokens = (block: Token): Token[] => ('tokens' in block ? (block.tokens ?? []) : [])

const isMailAddress = (token: Token): boolean =>
  token.type === 'link' && 'href' in token && token.href === `mailto:${token.text}`

function linesOf(block: Element): string[] {
  for (const lineBreak of elementsOf(block, 'br')) lineBreak.replaceWith('\n')
  return block.textContent.split('\n').map(spaced)
}

/** Indents are kept with non-breaking spaces. */
const spaced = (line: string): string => line.replaceAll('\t', '    ').replaceAll('\u00A0', ' ').trim()

const bodyOf = (article: typeof sampleArticle): string =>
  docxArticles.head + docxArticles.article(article, 0) + (docxArticles.foot as (count: number) => string)(1)

function parseXml(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  expect(document.getElementsByTagName('parsererror')).toHaveLength(0)
  return document
}

const wordText = (element: Element): string =>
  ({ 'w:t': element.textContent, 'w:br': '\n', 'w:tab': '\t' })[element.tagName] ?? ''
