import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRef } from 'react'
import { useWorkerApi, useLibrary } from '../../worker-client/worker-context.tsx'
import { settingQuery } from '../../worker-client/library-queries.ts'
import type { CheckOutcome } from '../../worker-protocol/worker-api.ts'
import type { JobRecord } from '../../library/records.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useCommand } from '../../ui/commands.tsx'
import { notKept } from '../../ui/not-kept.ts'
import { useToast } from '../../ui/toast.tsx'
import { jobStatus } from './job-status.ts'
import { askNotificationAccess, notifySetting } from './notification.ts'

/** Actions on a job that has a number but has not brought its articles. None of them cancels: the interface can't. */
export function WatchControls({ record }: { record: JobRecord }) {
  const { needsSignIn, requireSignIn } = useSession()
  const library = useLibrary()
  const toast = useToast()
  const checkNow = useCheckNow(record)
  const setPhase = useMutation({
    mutationFn: (phase: 'watched' | 'stopped') => library.setPhase(record.key, phase),
    onError: () => toast({ message: 'Not saved: this device could not save the change.' }),
  })
  const isWatched = record.phase === 'watched'
  useCommand({
    id: 'watch/check-now',
    label: 'Check now',
    run: () => checkNow.mutate(),
    enabled: !needsSignIn && !checkNow.isPending,
  })
  useCommand({
    id: 'watch/stop',
    label: 'Stop watching',
    run: () => setPhase.mutate('stopped'),
    enabled: !needsSignIn && isWatched,
  })
  if (needsSignIn)
    return (
      <Button variant="primary" onClick={requireSignIn}>
        Sign in again
      </Button>
    )
  return (
    <>
      <Button icon={<RefreshCw />} busy={checkNow.isPending} onClick={() => checkNow.mutate()}>
        Check now
      </Button>
      {/* One button whose words change, so that it keeps the focus. */}
      {record.phase === 'not-found' ? null : (
        <Button variant="quiet" onClick={() => setPhase.mutate(isWatched ? 'stopped' : 'watched')}>
          {isWatched ? 'Stop watching' : 'Watch again'}
        </Button>
      )}
      {isWatched ? <NotifyButton /> : null}
    </>
  )
}

const accessKey = ['notification-access']

/** Asks for permission on the click, never before; hidden once granted, and if the browser has refused. */
function NotifyButton() {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const { data: wanted } = useQuery(settingQuery(worker, notifySetting))
  const { data: access } = useQuery({
    queryKey: accessKey,
    queryFn: askNotificationAccess,
  })
  const ask = useMutation({
    mutationFn: async () => {
      const permission = await Notification.requestPermission()
      // The button is about to go, and would take the focus with it.
      if (permission !== 'default' && document.activeElement === button.current)
        (button.current?.previousElementSibling as HTMLElement | null)?.focus()
      if (permission === 'granted') await worker.library.saveSetting(notifySetting, true)
      await client.invalidateQueries({ queryKey: accessKey })
    },
    onError: () => toast({ message: notKept }),
  })
  if (access !== 'default' && (access !== 'granted' || wanted === true)) return null
  return (
    <Button ref={button} variant="quiet" icon={<Bell />} onClick={() => ask.mutate()}>
      Notify me
    </Button>
  )
}

/** Checks a job at once; joins a check that is already in progress. */
function useCheckNow(record: JobRecord) {
  const worker = useWorkerApi()
  const toast = useToast()
  const { requireSignIn } = useSession()
  return useMutation({
    mutationFn: async () => {
      const outcome = await worker.checkJob(record.key)
      if (outcome.failure?.kind === 'unauthorized') return requireSignIn()
      // Other words are announced beside the heading.
      if (jobStatus(outcome.record, false).words === jobStatus(record, false).words)
        toast({ id: 'checked', message: checkedWords(outcome) })
    },
    onError: () => toast({ message: 'Not checked: something went wrong in this browser. Try again.' }),
  })
}

/** Of a job that is not watched, the words beside the heading do not say what the check has found. */
function checkedWords({ record, failure }: CheckOutcome): string {
  if (record.phase === 'watched' || failure?.kind === 'not-found')
    return `Checked: ${jobStatus(record, false).words}`
  if (failure?.kind === 'storage')
    return 'Not saved: this device could not save the articles. Free up space and try again.'
  return failure
    ? 'Not checked: the service gave no usable answer. Try again later.'
    : `Checked: Service says: ${record.state}`
}
