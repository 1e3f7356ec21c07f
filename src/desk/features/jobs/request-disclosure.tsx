import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unpackIds } from '../../../contract/ids.ts'
import { toWireRequest } from '../../../contract/job.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { fromDevice, libraryKeys } from '../../worker-client/library-queries.ts'
import type { JobKey } from '../../library/records.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './request-disclosure.module.css'

/** Ids shown of a list that may hold a million; copying includes all. */
const shownIds = 6

/** The exact request. It may hold a million ids: only the first are sent to the page until they are copied. */
export function RequestDisclosure({ jobKey, open = false }: { jobKey: JobKey; open?: boolean }) {
  const [wanted, setWanted] = useState(open)
  return (
    <Disclosure summary="Full request" defaultOpen={open} onOpenChange={setWanted}>
      {wanted ? <ExactRequest jobKey={jobKey} /> : null}
    </Disclosure>
  )
}

function ExactRequest({ jobKey }: { jobKey: JobKey }) {
  const worker = useWorkerApi()
  const { library } = worker
  const { data, isError } = useQuery({
    ...fromDevice,
    queryKey: [...libraryKeys.job(library.name, jobKey), 'request'],
    queryFn: async () => (await worker.shownRequest(jobKey)) ?? null,
    gcTime: 0,
    structuralSharing: false,
  })
  if (isError)
    return (
      <p className={styles.note}>
        The request could not be read. It is still on this device: reload the page.
      </p>
    )
  if (!data) return null
  const { request, skipCount } = data
  const { ids_to_skip: ids = [], ...rest } = toWireRequest(request)
  const shown = ids.length > 0 ? { ...rest, ids_to_skip: ids.slice(0, shownIds) } : rest
  const readWhole = async () => (await library.request(jobKey)) ?? request
  return (
    <div className={styles.body}>
      <figure className={styles.json} aria-label="Request as JSON">
        <pre>{JSON.stringify(shown, null, 2)}</pre>
      </figure>
      <div className={styles.actions}>
        <CopyButton size="s" text={async () => JSON.stringify(toWireRequest(await readWhole()), null, 2)}>
          Copy request
        </CopyButton>
        {skipCount > 0 ? (
          <CopyButton
            size="s"
            text={async () =>
              unpackIds((await readWhole()).idsToSkip)
                .map((id) => JSON.stringify(id))
                .join('\n')
            }
          >
            {`Copy ${pluralize(skipCount, 'skipped id')}`}
          </CopyButton>
        ) : null}
        {skipCount > shownIds ? (
          <p className={styles.note}>{`The first ${shownIds} of ${pluralize(skipCount, 'id')} are shown.`}</p>
        ) : null}
      </div>
    </div>
  )
}
