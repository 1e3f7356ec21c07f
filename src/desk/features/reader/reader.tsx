import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useNavigate, type To } from 'react-router-dom'
import { articleAsHtml, articleAsMarkdown, articleAsText } from '../../files/article-copy.ts'
import type { LibraryArticle } from '../../library/records.ts'
import { looksLikeHtml } from '../../../text/looks-like-html.ts'
import { isIdOfEarlierService } from '../../library/jobs/service-identity.ts'
import { highlightsIn, type Highlighting } from '../../library/texts/highlighting.ts'
import { readingMinutes } from '../../library/texts/reading-time.ts'
import { useCommand } from '../../ui/commands.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { htmlToText } from './html-to-text.ts'
import { ReaderTools } from './reader-tools.tsx'
import styles from './reader.module.css'
import { TextColumn } from './text-column.tsx'
import { useHits } from './use-hits.ts'

export interface ReaderProps {
  article: LibraryArticle
  highlighting: Highlighting
  /** Where the article stands in the list it was opened from. */
  place: number
  count: number
  previous: To | undefined
  next: To | undefined
  back: To
  /** Where it came from, among what is known of it. */
  facts: ReactNode
  /** What was found in it, in a line of its own that is always kept. */
  chips?: ReactNode
  /** The decision on it, in the tools. */
  decisions: ReactNode
  /** Custom properties of how it is set. */
  look?: CSSProperties | undefined
  /** What else can be done with the reader itself, in the tools. */
  tools?: ReactNode
  /** What the editor noted, above the text. */
  note: ReactNode
}

/** One article, to be read: give it a key, so that every article begins at its top. */
export function Reader({
  article,
  highlighting,
  facts,
  chips,
  decisions,
  note,
  look,
  tools,
  ...stand
}: ReaderProps) {
  const { previous, next, back } = stand
  const { text, original } = useMemo(() => readableText(article.text), [article.text])
  const [asItCame, setAsItCame] = useState(false)
  const title = article.title.trim() || 'Untitled'
  const go = useGo()
  const heading = useRef<HTMLHeadingElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const hits = useHits(sheet)

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const listTitle = document.title
    document.title = `${title} - Article Desk`
    return () => {
      document.title = listTitle
    }
  }, [title])

  useShortcut('next', () => go(next), { enabled: next !== undefined })
  useShortcut('previous', () => go(previous), { enabled: previous !== undefined })
  useCommand({ id: 'reader/close', label: 'Close article', shortcut: 'back', run: () => go(back) })

  return (
    <article className={styles.reader} style={look} aria-labelledby="article-title">
      <ReaderTools
        {...{ ...stand, go, decisions, hits, more: tools }}
        copied={{
          text: articleAsText({ title: article.title, text }),
          html: () => articleAsHtml({ title: article.title, text }),
        }}
      />
      <div className={styles.page}>
        <div ref={sheet} className={styles.sheet}>
          <header className={styles.head}>
            <h2 id="article-title" ref={heading} tabIndex={-1} className={styles.title} dir="auto">
              <HighlightedText text={title} ranges={highlightsIn(title, highlighting)} />
            </h2>
            <p className={styles.facts}>
              <span>{counted(article.wordCount, 'word')}</span>
              <span>{readingMinutes(article.wordCount)} min</span>
              {facts}
              <span>
                Article <bdi>{article.id}</bdi>
                {article.unsafeId && !isIdOfEarlierService(article.id) ? ' (too large to export)' : ''}
              </span>
              <CopyButton
                size="s"
                variant="quiet"
                className={styles.markdown}
                text={() => articleAsMarkdown({ title: article.title, text })}
              >
                Copy as Markdown
              </CopyButton>
            </p>
            {chips === undefined ? null : <div className={styles.chips}>{chips}</div>}
            {note}
            {original === undefined ? null : (
              <p className={styles.converted}>
                {asItCame
                  ? 'This is the text as the service sent it.'
                  : 'The text was HTML; this is what it says.'}
                <button type="button" className={styles.toggle} onClick={() => setAsItCame(!asItCame)}>
                  {asItCame ? 'Show as text' : 'Show original'}
                </button>
              </p>
            )}
          </header>
          {asItCame && original !== undefined ? (
            <pre className={styles.original} dir="auto">
              {original}
            </pre>
          ) : (
            <TextColumn text={text} highlighting={highlighting} />
          )}
        </div>
      </div>
    </article>
  )
}

/** Steps from article to article replace one another, so that "back" leaves the reader at once. */
function useGo(): (to: To | undefined) => void {
  const navigate = useNavigate()
  return (to) => {
    if (to !== undefined) void navigate(to, { replace: true, preventScrollReset: true })
  }
}

interface ReadableText {
  readonly text: string
  /** The text as it came, where it was HTML and has been converted. */
  readonly original?: string
}

/** What to set of an article's text. Markup is never interpreted; a text that is HTML is shown as the text it holds. */
function readableText(text: string): ReadableText {
  return looksLikeHtml(text) ? { text: htmlToText(text), original: text } : { text }
}
