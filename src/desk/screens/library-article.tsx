import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useOutletContext, useParams } from 'react-router-dom'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { useNeighbours } from '../features/articles/list/use-neighbours.ts'
import type { LibrarySource } from '../features/library/library-source.ts'
import { useEntry, useWorkerApi } from '../worker-client/worker-context.tsx'
import { libraryArticleQuery } from '../worker-client/library-queries.ts'
import { jobNumber } from '../library/jobs/job-title.ts'
import type { LibraryArticle } from '../library/records.ts'
import { articleIdFrom, paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { AbsentArticle } from './absent-article.tsx'
import { ArticleReader } from './article-reader.tsx'

/** What the screen of the library tells its reader. */
export interface LibraryReading {
  readonly source: LibrarySource
  readonly listHandle: ListHandle
}

/** The reader within the screen of the library. */
export function LibraryArticleScreen() {
  const { articleId = '' } = useParams()
  const { search } = useLocation()
  const context = useOutletContext<LibraryReading>()
  const article = useQuery({
    ...libraryArticleQuery(useWorkerApi(), articleIdFrom(articleId)),
    // No flicker from one article to the next.
    placeholderData: keepPreviousData,
  })

  if (article.data) return <Article article={article.data} {...context} />
  return (
    <AbsentArticle
      isPending={article.isPending}
      isError={article.isError}
      why="The address may be incomplete, or the job that brought it was removed."
      back={
        <LinkButton to={{ pathname: paths.library, search }} preventScrollReset>
          Back to the library
        </LinkButton>
      }
    />
  )
}

function Article({ article, source, listHandle }: LibraryReading & { article: LibraryArticle }) {
  const { id, jobKey } = article
  const entry = useEntry(id)
  return (
    <ArticleReader
      {...{ article, listHandle }}
      listTitle="Library"
      neighbours={useNeighbours(source, listHandle, source.positionOf(id))}
      keywords={entry?.keywords}
      category={entry?.category}
      jobs={(entry?.jobs ?? [jobKey]).map((key) => (
        <Link key={key} to={paths.job(key)}>
          Job {jobNumber(key)}
        </Link>
      ))}
    />
  )
}
