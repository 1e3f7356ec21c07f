import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link, useLocation, useOutletContext, useParams, useSearchParams } from 'react-router-dom'
import { useNeighbours } from '../features/articles/use-neighbours.ts'
import { searchParam } from '../features/articles/use-search.ts'
import { DecisionButtons } from '../features/decisions/decision-buttons.tsx'
import { NoteField } from '../features/decisions/note-field.tsx'
import { useDecisions } from '../features/decisions/use-decisions.ts'
import { Reader } from '../features/reader/reader.tsx'
import { useEntry, useIntake } from '../intake/intake-context.tsx'
import { libraryArticleQuery } from '../intake/library-queries.ts'
import type { LibraryArticle } from '../library/records.ts'
import { articleIdFrom, paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ArticleNotes } from './article-notes.tsx'
import styles from './article.module.css'
import type { LibraryReading } from './library.tsx'

/** The reader, within the screen of the library. */
export function LibraryArticleScreen() {
  const { articleId = '' } = useParams()
  const { search } = useLocation()
  const context = useOutletContext<LibraryReading>()
  const article = useQuery({
    ...libraryArticleQuery(useIntake(), articleIdFrom(articleId)),
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
        actions={
          <LinkButton to={{ pathname: paths.library, search }} preventScrollReset>
            Back to the library
          </LinkButton>
        }
      >
        {article.isError
          ? 'This device could not read it. Nothing was changed; try again in a moment.'
          : 'The address may be incomplete, or the job that brought it was removed.'}
      </EmptyState>
    </div>
  )
}

function Article({ article, source, shown }: LibraryReading & { article: LibraryArticle }) {
  const [params] = useSearchParams()
  const query = (params.get(searchParam) ?? '').trim()
  const { id } = article
  const entry = useEntry(id)
  const neighbours = useNeighbours(source, shown, source.positionOf(id))
  const { markOpened } = useDecisions()
  const keywords = entry?.keywords
  const marking = useMemo(() => ({ keywords: keywords ?? [], query }), [keywords, query])
  useEffect(() => markOpened(id), [markOpened, id])
  return (
    <Reader
      key={`${typeof id} ${id}`}
      {...{ article, marking }}
      {...neighbours}
      facts={
        <>
          {entry?.category ? <bdi>{entry.category}</bdi> : null}
          {(entry?.jobs ?? [article.jobKey]).map((key) => (
            <Link key={key} to={paths.job(key)}>
              Job {key}
            </Link>
          ))}
        </>
      }
      chips={<ArticleNotes id={id} />}
      decisions={<DecisionButtons id={id} onDecide={shown.decide} />}
      note={<NoteField key={`${typeof id} ${id}`} id={id} />}
    />
  )
}
