import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useOutletContext, useParams } from 'react-router-dom'
import { useJobSource } from '../features/articles/use-job-source.ts'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { useNeighbours } from '../features/articles/list/use-neighbours.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { articleQuery, libraryArticleQuery } from '../worker-client/library-queries.ts'
import { jobTabTitle } from '../features/jobs/request-words.ts'
import { jobTitle } from '../library/jobs/job-title.ts'
import type { JobRecord, LibraryArticle } from '../library/records.ts'
import { articleIdFrom, paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { AbsentArticle } from './absent-article.tsx'
import { ArticleReader } from './article-reader.tsx'

/** What the screen of the job tells its reader. */
export interface JobReading {
  readonly record: JobRecord
  readonly listHandle: ListHandle
}

/** The reader within the screen of a job. */
export function JobArticleScreen() {
  const { articleId = '' } = useParams()
  const context = useOutletContext<JobReading>()
  const { key, earlierAnswers = 0 } = context.record
  const worker = useWorkerApi()
  const id = articleIdFrom(articleId)
  const article = useQuery({
    ...articleQuery(worker, key, id),
    // No flicker from one article to the next.
    placeholderData: keepPreviousData,
  })
  // The job may have returned it earlier: links from elsewhere name the job.
  const kept = useQuery({
    ...libraryArticleQuery(worker, id),
    enabled: earlierAnswers > 0 && article.data === null,
  })

  if (article.data) return <Article article={article.data} {...context} />
  if (kept.data) return <Navigate to={paths.libraryArticle(id)} replace />
  return (
    <AbsentArticle
      isPending={article.isPending || kept.isFetching}
      isError={article.isError || kept.isError}
      why="The address may be incomplete, or the job was collected again without it."
      back={
        <LinkButton to={paths.job(key)}>{`Back to ${jobTitle(context.record).toLowerCase()}`}</LinkButton>
      }
    />
  )
}

function Article({ article, record, listHandle }: JobReading & { article: LibraryArticle }) {
  const neighbours = useNeighbours(useJobSource(record.key), listHandle, article.position)
  return (
    <ArticleReader
      {...{ article, neighbours, listHandle }}
      listTitle={jobTabTitle(record)}
      keywords={record.request?.keywords}
      category={record.category}
      jobs={<Link to={neighbours.back}>{jobTitle(record)}</Link>}
    />
  )
}
