import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** How to get articles. */
export function EmptyLibrary() {
  return (
    <EmptyState
      title="Nothing collected yet"
      actions={
        <>
          <LinkButton variant="primary" to={paths.newJob}>
            Create a job
          </LinkButton>
          <LinkButton to={paths.restore}>Restore a backup</LinkButton>
        </>
      }
    >
      The articles of every finished job are stored here, on this device, for this account.
    </EmptyState>
  )
}
