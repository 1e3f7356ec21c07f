import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { Failure } from '../../api/errors.ts'
import { failureKinds } from '../../api/failure-kinds.ts'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useIsHere } from '../../ui/use-address.ts'
import { focusHeading } from '../../ui/row-focus.ts'
import { OpenByNumber } from './open-by-number.tsx'
import { RequestDisclosure } from './request-disclosure.tsx'
import { useRemoveJob } from './use-remove-job.ts'
import styles from './unconfirmed-job.module.css'

function refusalWords({ kind, status, detail }: Failure): string {
  if (detail !== undefined && kind !== 'unreadable') return detail
  const { title } = failureKinds[kind].request
  if (status !== undefined) return `${title} (${status}).`
  return kind === 'redirected' ? `${title}.` : 'The service gave no answer this time either.'
}

/** The choices for a request whose response never came. It is only sent again if the editor says so. */
export function UnconfirmedJob({ record }: { record: JobRecord }) {
  const { key } = record
  const worker = useWorkerApi()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const removeJob = useRemoveJob()
  const { account, needsSignIn, requireSignIn } = useSession()
  const isDirect = account !== undefined && account.serviceAddress !== window.location.origin

  const resend = useMutation({
    mutationFn: () => worker.resend(key),
    onSuccess: async (outcome) => {
      if (outcome.kind === 'accepted' && isHere()) await navigate(paths.job(outcome.key), { replace: true })
      if ('failure' in outcome && outcome.failure.kind === 'unauthorized') requireSignIn()
    },
  })
  const discard = useMutation({
    mutationFn: () => removeJob(record, 'Discarded the unconfirmed request'),
    onSuccess: async (isRemoved) => {
      if (isRemoved && isHere()) await navigate(paths.jobs)
    },
  })

  const again = resend.data
  // Being sent again, here or in another tab: there is nothing to decide until the response comes.
  if (record.phase === 'sending') return <RequestDisclosure jobKey={key} open />
  return (
    <div className={styles.panel}>
      <p className={styles.known}>
        If the service has created the job, open it by its number below. Sending the request again may create
        a second one.
        {isDirect
          ? ' It may even be there twice already: this desk talks to another service directly, and a browser can repeat a request on its own when its connection breaks.'
          : ''}
      </p>
      {/* A refused key is said by the form that asks for it, until it is accepted. */}
      {again && 'failure' in again && again.failure.kind !== 'unauthorized' ? (
        <Alert tone="error" title="Still unconfirmed">
          {refusalWords(again.failure)} The request is still kept here.
        </Alert>
      ) : resend.isError ? (
        <Alert tone="error" title="Still unconfirmed">
          Something went wrong in this browser, and the request may have been sent. It is still kept here.
        </Alert>
      ) : null}
      <div className={styles.actions}>
        <Button
          busy={resend.isPending}
          onClick={() => {
            if (needsSignIn) return requireSignIn()
            resend.mutate()
            // The button goes while the request is sent.
            return focusHeading()
          }}
        >
          Send again
        </Button>
        <Button variant="danger" busy={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
      <section aria-labelledby="found-it" className={styles.found}>
        <h2 id="found-it" className={styles.subhead}>
          Open the job by its number
        </h2>
        <OpenByNumber />
      </section>
      <RequestDisclosure jobKey={key} open />
    </div>
  )
}
