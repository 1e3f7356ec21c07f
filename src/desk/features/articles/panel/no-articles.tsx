import ListPlus from 'lucide-react/icons/list-plus'
import type { JobRecord } from '../../../library/records.ts'
import { formParts, paths } from '../../../paths.ts'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'

/** A job that ended without articles: the likely cause, and what to change. */
export function NoArticles({ record }: { record: JobRecord }) {
  const { key, request } = record
  const again = `${paths.newJob}?${new URLSearchParams({ again: key }).toString()}`
  // Ids un-skipped since then and lists that have become shorter count for the next job.
  const more = `${paths.newJob}?${new URLSearchParams({ from: key }).toString()}`
  if (!request)
    return (
      <EmptyState title="No articles" actions={<LinkButton to={paths.newJob}>New job</LinkButton>}>
        The service ended this job without an article. It was opened by number, so what was asked for is not
        known here.
      </EmptyState>
    )
  if (request.skipCount === 0)
    return (
      <EmptyState
        title="Nothing matched"
        actions={
          <>
            <LinkButton to={`${again}${formParts.keywords}`}>Broaden keywords</LinkButton>
            <CollectMore to={more} />
          </>
        }
      >
        The service found no article for this request.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Nothing new matched"
      actions={
        <>
          <LinkButton to={`${more}${formParts.keywords}`}>Broaden keywords</LinkButton>
          <LinkButton to={`${more}${formParts.skip}`}>Reduce the skip list</LinkButton>
          <CollectMore to={more} />
        </>
      }
    >
      {`${counted(request.skipCount, 'id')} ${request.skipCount === 1 ? 'was' : 'were'} skipped.`}
    </EmptyState>
  )
}

/** At the place it has in the toolbar of a job with articles. */
const CollectMore = ({ to }: { to: string }) => (
  <LinkButton icon={<ListPlus />} to={to}>
    Collect more
  </LinkButton>
)
