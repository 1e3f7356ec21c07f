import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, type To } from 'react-router-dom'
import { marksIn, type Marking } from '../../library/marking.ts'
import { readingMinutes } from '../../library/reading-time.ts'
import type { JobRecord, LibraryArticle } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { useCommand } from '../../ui/commands.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { counted, figure } from '../../ui/counted.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { useKey } from '../../ui/use-key.ts'
import { readableText } from './readable-text.ts'
import styles from './reader.module.css'
import { TextColumn } from './text-column.tsx'

export interface ReaderProps {
  article: LibraryArticle
  record: JobRecord
  marking: Marking
  /** Where the article stands in the list it was opened from. */
  place: number
  count: number
  previous: To | undefined
  next: To | undefined
  back: To
}

/** One article, to be read: give it a key, so that every article begins at its top. */
export function Reader({ article, record, marking, place, count, previous, next, back }: ReaderProps) {
  const { text, original } = useMemo(() => readableText(article.text), [article.text])
  const [asItCame, setAsItCame] = useState(false)
  const title = article.title.trim() || 'Untitled'
  const go = useGo()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const listTitle = document.title
    document.title = `${title} - Article Desk`
    return () => {
      document.title = listTitle
    }
  }, [title])

  useKey('j', () => go(next))
  useKey('k', () => go(previous))
  useKey('Escape', () => go(back))
  useCommand({
    id: 'reader/next',
    label: 'Next article',
    keys: ['j'],
    run: () => go(next),
    enabled: next !== undefined,
  })
  useCommand({
    id: 'reader/previous',
    label: 'Previous article',
    keys: ['k'],
    run: () => go(previous),
    enabled: previous !== undefined,
  })
  useCommand({ id: 'reader/close', label: 'Close article', keys: ['Esc'], run: () => go(back) })

  return (
    <article className={styles.reader} aria-labelledby="article-title">
      <div className={styles.tools}>
        <p className={styles.place}>{place < 0 ? null : `${figure(place + 1)} of ${figure(count)}`}</p>
        <div className={styles.actions}>
          <Button icon={<ChevronLeft />} aria-disabled={!previous} onClick={() => go(previous)}>
            Previous
          </Button>
          <Button icon={<ChevronRight />} aria-disabled={!next} onClick={() => go(next)}>
            Next
          </Button>
          <CopyButton text={`${article.title}\n\n${text}`}>Copy text</CopyButton>
        </div>
        <IconButton label="Close article" icon={<X />} className={styles.close} onClick={() => go(back)} />
      </div>
      <div className={styles.page}>
        <div className={styles.sheet}>
          <header className={styles.head}>
            <h2 id="article-title" ref={heading} tabIndex={-1} className={styles.title} dir="auto">
              <MarkedText text={title} ranges={marksIn(title, marking)} />
            </h2>
            <p className={styles.facts}>
              <span>{counted(article.wordCount, 'word')}</span>
              <span>{readingMinutes(article.wordCount)} min</span>
              {record.category ? <bdi>{record.category}</bdi> : null}
              <Link to={back}>Job {record.key}</Link>
              <span>
                Article <bdi>{article.id}</bdi>
                {article.unsafeId ? ' (too large to export)' : ''}
              </span>
            </p>
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
            <TextColumn text={text} marking={marking} />
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
