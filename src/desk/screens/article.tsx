import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link, useOutletContext, useParams, useSearchParams } from 'react-router-dom'
import { useNeighbours } from '../features/articles/use-neighbours.ts'
import { useJobSource } from '../features/articles/use-job-source.ts'
import { searchParam } from '../features/articles/use-search.ts'
import { DecisionButtons } from '../features/decisions/decision-buttons.tsx'
import { NoteField } from '../features/decisions/note-field.tsx'
import { useDecisions } from '../features/decisions/use-decisions.ts'
import { Reader } from '../features/reader/reader.tsx'
import { useIntake } from '../intake/intake-context.tsx'
import { articleQuery } from '../intake/library-queries.ts'
import type { LibraryArticle } from '../library/records.ts'
import { articleIdFrom, paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { later } from '../ui/later.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './article.module.css'
import type { JobReading } from './job.tsx'

const ArticleNotes = later(async () => (await import('./article-notes.tsx')).ArticleNotes)

/** The reader, within the screen of its job. */
export function ArticleScreen() {
  const { articleId = '' } = useParams()
  const context = useOutletContext<JobReading>()
  const { record } = context
  const article = useQuery({
    ...articleQuery(useIntake(), record.key, articleIdFrom(articleId)),
    // From one article to the next nothing blinks.
    placeholderData: keepPreviousData,
  })

  if (article.data) return <Article article={article.data} {...context} />
  if (article.isPending)
    return (
      <div className={styles.waiting}>
        <Skeleton lines={8} />
      </div>
    )
  return (
    <div className={styles.waiting}>
      <EmptyState
        title="This article is not in your library"
        actions={<LinkButton to={paths.job(record.key)}>{`Back to job ${record.key}`}</LinkButton>}
      >
        {article.isError
          ? 'This device could not read it. Nothing was changed; try again in a moment.'
          : 'The address may be incomplete, or the job was collected anew without it.'}
      </EmptyState>
    </div>
  )
}

function Article({ article, record, shown }: JobReading & { article: LibraryArticle }) {
  const [params] = useSearchParams()
  const query = (params.get(searchParam) ?? '').trim()
  const neighbours = useNeighbours(useJobSource(record.key), shown, article.position)
  const { markOpened } = useDecisions()
  const keywords = record.request?.keywords
  const marking = useMemo(() => ({ keywords: keywords ?? [], query }), [keywords, query])
  const { id } = article
  useEffect(() => markOpened(id), [markOpened, id])
  return (
    <Reader
      key={article.position}
      {...{ article, marking }}
      {...neighbours}
      facts={
        <>
          {record.category ? <bdi>{record.category}</bdi> : null}
          <Link to={neighbours.back}>Job {record.key}</Link>
        </>
      }
      chips={<ArticleNotes id={id} />}
      decisions={<DecisionButtons id={id} onDecide={shown.decide} />}
      note={<NoteField key={article.position} id={id} />}
    />
  )
}
