import type { JobRecord, RequestSummary } from '../../../library/records.ts'
import { formParts, paths } from '../../../paths.ts'
import { pluralize } from '../../../ui/number-words.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'

/** A job that ended without articles: the likely cause, and what to change. */
export function NoArticles({ record }: { record: JobRecord }) {
  const { key, request, setAsideCount } = record
  const again = paths.newJobAgain(key)
  // Ids no longer skipped and lists that have become shorter count for the next job.
  const more = paths.newJobFrom(key)
  const newJob = <LinkButton to={paths.newJob}>New job</LinkButton>
  if (setAsideCount > 0)
    // The service did find something: other keywords would not help.
    return (
      <EmptyState
        title="Nothing readable"
        actions={request ? <LinkButton to={again}>Create again</LinkButton> : newJob}
      >
        {`The service delivered ${pluralize(setAsideCount, 'article')} that could not be read. “About this job” says why: tell whoever runs the service.`}
      </EmptyState>
    )
  if (!request)
    return (
      <EmptyState title="No articles" actions={newJob}>
        The service ended this job without an article. It was opened by number, so its request is not known
        here.
      </EmptyState>
    )
  const isSkipping = request.skipCount > 0
  const start = isSkipping ? more : again
  return (
    <EmptyState
      title={isSkipping ? 'Nothing new found' : 'Nothing found'}
      actions={
        <>
          {request.keywords.length > 0 ? (
            <LinkButton to={`${start}${formParts.keywords}`}>Broaden keywords</LinkButton>
          ) : null}
          {request.category ? (
            <LinkButton to={`${start}${formParts.category}`}>Change category</LinkButton>
          ) : null}
          {isSkipping ? <LinkButton to={`${more}${formParts.skip}`}>Skip fewer articles</LinkButton> : null}
          <LinkButton to={start}>Create again</LinkButton>
        </>
      }
    >
      {causeWords(request)}
    </EmptyState>
  )
}

/** What is known of the cause, and what to try: whether keywords or category were too narrow is not known. */
function causeWords({ keywords, category, skipCount }: RequestSummary): string {
  const hasKeywords = keywords.length > 0
  const cause =
    skipCount > 0
      ? `${pluralize(skipCount, 'id')} ${skipCount === 1 ? 'was' : 'were'} skipped, and no other article matched.`
      : `No article of the service matched ${hasKeywords && category ? 'both the keywords and the category' : 'this request'}.`
  const steps = [
    ...(hasKeywords ? ['use other or more general keywords'] : []),
    ...(category ? ['choose another category or none'] : []),
    ...(skipCount > 0 ? ['skip fewer articles'] : []),
  ]
  const or = steps.length > 0 ? 'or ' : ''
  return `${cause} You can ${[...steps, `${or}create the job again later`].join(', ')}, when the service may have new articles.`
}
