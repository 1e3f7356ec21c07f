import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useLocation, useNavigate, type To } from 'react-router-dom'
import { articleAsHtml, articleAsMarkdown, articleAsText } from '../../files/article-copy.ts'
import { hostOf, webAddress, type Provenance } from '../../../contract/article.ts'
import { shownTitle, type LibraryArticle } from '../../library/records.ts'
import { shortened } from '../../../text/cut-text.ts'
import { looksLikeHtml } from '../../../text/html-text.ts'
import { isRetiredId } from '../../library/jobs/retired-id.ts'
import { highlightsIn, type Highlighting } from '../../library/texts/highlighting.ts'
import { useCommand } from '../../ui/commands.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { writtenDayWords } from '../../ui/dates.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { tabTitle } from '../../ui/page.tsx'
import { isDialogOpen } from '../../ui/use-shortcut.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { isTyping } from '../../ui/held-keys.ts'
import { htmlToText } from './html-to-text.ts'
import { ReaderTools } from './reader-tools.tsx'
import styles from './reader.module.css'
import { TextColumn } from './text-column.tsx'
import { useHits } from './use-hits.ts'

export interface ReaderProps {
  article: LibraryArticle
  /** The tab's title once the article is closed. */
  listTitle: string
  highlighting: Highlighting
  /** The article's place in the list it was opened from. */
  place: number
  count: number
  previous: To | undefined
  next: To | undefined
  back: To
  /** The jobs it came in and other facts. */
  facts: ReactNode
  /** The decision, in the tools. */
  decisions: ReactNode
  /** Custom properties that set the type. */
  look: CSSProperties
  /** Further controls of the reader, in the tools. */
  tools: ReactNode
  /** What the editor and the library note about it, above the text. */
  notes: ReactNode
}

/** Shows one article. Needs a `key`, so that every article starts at its top. */
export function Reader({
  article,
  listTitle,
  highlighting,
  facts,
  decisions,
  notes,
  look,
  tools,
  ...navigation
}: ReaderProps) {
  const { back } = navigation
  const text = useMemo(() => readableText(article.text), [article.text])
  const isConverted = text !== article.text
  const [showsOriginal, setShowsOriginal] = useState(false)
  const title = shownTitle(article.title)
  const copied = { ...article, text }
  const go = useGo()
  const heading = useRef<HTMLHeadingElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const hits = useHits(sheet)

  useEffect(() => {
    // The text may have taken a while: typing is meant for a field or a dialog by then.
    if (!isDialogOpen() && !isTyping()) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = tabTitle(shortened(title, 80))
    return () => {
      document.title = tabTitle(listTitle)
    }
    // Again when the list is renamed: its screen has then put the new name in the tab.
  }, [title, listTitle])

  useCommand({ id: 'reader/close', label: 'Close article', shortcut: 'back', run: () => go(back) })

  return (
    <article className={styles.reader} style={look} aria-labelledby="article-title">
      <ReaderTools
        {...{ ...navigation, go, decisions, hits, more: tools }}
        copied={{
          text: articleAsText(copied),
          html: () => articleAsHtml(copied),
        }}
      />
      <div className={styles.page}>
        <div ref={sheet} className={styles.sheet}>
          <header className={styles.head}>
            <h2 id="article-title" ref={heading} tabIndex={-1} className={styles.title} dir="auto">
              <HighlightedText text={title} ranges={highlightsIn(title, highlighting)} />
            </h2>
            <Byline {...{ article, highlighting }} />
            <p className={styles.facts}>
              <span>{pluralize(article.wordCount, 'word')}</span>
              {article.wordCount > 0 ? <span>{readingMinutes(article.wordCount)} min</span> : null}
              {facts}
              <span>
                Article <bdi>{article.id}</bdi>
                {article.unsafeId && !isRetiredId(article.id) ? ' (too large to export)' : ''}
              </span>
              <CopyButton
                size="s"
                variant="quiet"
                className={styles.copy}
                text={() => articleAsMarkdown(copied)}
              >
                Copy as Markdown
              </CopyButton>
            </p>
            <div className={styles.notes}>{notes}</div>
            {isConverted ? (
              <p className={styles.converted}>
                {showsOriginal
                  ? 'This is the text as the service sent it.'
                  : 'The text was HTML; it is shown as plain text.'}
                <button
                  type="button"
                  className={styles.toggle}
                  onClick={() => setShowsOriginal(!showsOriginal)}
                >
                  {showsOriginal ? 'Show as text' : 'Show original'}
                </button>
              </p>
            ) : null}
          </header>
          {isConverted && showsOriginal ? (
            <pre className={styles.original} dir="auto">
              {article.text}
            </pre>
          ) : (
            <TextColumn text={text} highlighting={highlighting} />
          )}
        </div>
      </div>
    </article>
  )
}

/** Author, source, date and link of the article; nothing if the service sent none of them. */
function Byline({ article, highlighting }: { article: Provenance; highlighting: Highlighting }) {
  const { author, source, publishedAt, url } = article
  const address = url === undefined ? undefined : webAddress(url)
  const host = address && hostOf(address)
  const names = [...new Set([author, source])]
    .filter((name) => name !== undefined)
    .filter((name) => name !== host)
  if (names.length === 0 && !publishedAt && !address) return null
  return (
    <p className={styles.byline}>
      {names.map((name) => (
        <bdi key={name}>
          <HighlightedText text={name} ranges={highlightsIn(name, highlighting)} />
        </bdi>
      ))}
      {publishedAt ? <time dateTime={publishedAt}>{writtenDayWords(publishedAt)}</time> : null}
      {address ? (
        <>
          <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" title={address.href}>
            {host}
            <VisuallyHidden> (opens a new tab)</VisuallyHidden>
          </a>
          <CopyButton size="s" variant="quiet" className={styles.copy} text={address.href}>
            Copy address
          </CopyButton>
        </>
      ) : null}
    </p>
  )
}

/**
 * Moving from article to article replaces the history entry, so that "back" leaves the reader at once. Its state, which
 * says what is before it, stays.
 */
function useGo(): (to: To | undefined) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (to) => {
    if (to !== undefined) void navigate(to, { replace: true, preventScrollReset: true, state })
  }
}

/** The text to display. Markup is never interpreted: HTML is shown as the text it contains. */
const readableText = (text: string): string => (looksLikeHtml(text) ? htmlToText(text) : text)

/** Adults' speed for prose: the middle of what studies of silent reading in English found. */
const wordsPerMinute = 230

/** Whole minutes, at least one. */
function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / wordsPerMinute))
}
