import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useHasUnmounted } from '../../ui/use-before-leaving.ts'
import { count, listed } from './content-words.ts'
import { inventoryQuery } from './storage-queries.ts'
import styles from './storage.module.css'
import type { Inventory } from '../../library/records.ts'

/** Says what will be deleted and what stays before anything happens. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const worker = useWorkerApi()
  const { account, signOut } = useSession()
  const { data: inventory, isError } = useQuery(inventoryQuery(worker))
  const toast = useToast()
  const hasUnmounted = useHasUnmounted()
  const [state, setState] = useState<'asking' | 'forgetting' | 'failed'>('asking')

  const forget = async () => {
    setState('forgetting')
    try {
      await worker.library.forget()
      await signOut(true)
    } catch {
      setState('failed')
      if (hasUnmounted.current) toast({ message: `${failed}. Try again.` })
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title="Forget this device"
      description={
        <>
          This can't be undone. This deletes from this browser, for <bdi>{account?.email}</bdi>:
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={state === 'forgetting'} onClick={() => void forget()}>
            Forget
          </Button>
        </>
      }
    >
      {state === 'failed' ? (
        <Alert tone="error" title={failed}>
          The browser refused. Try again, or clear this site's data in the browser's own settings.
        </Alert>
      ) : null}
      {inventory || isError ? (
        <ul className={styles.list}>
          {(inventory ? goingWords(inventory) : uncountedWords).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <Skeleton lines={5} />
      )}
      <p className={styles.hint}>
        What stays: everything at the service, files you have exported, other accounts' libraries in this
        browser, and the preferences for appearance, reading and keyboard. To keep the library itself,
        download a backup first.
      </p>
    </Dialog>
  )
}

const failed = 'Not everything could be deleted'

function goingWords(going: Inventory): string[] {
  const { jobs, articles, labelled } = going
  return [
    ...(jobs > 0 ? [`${pluralize(jobs, 'job')}, requests included`] : []),
    ...(articles > 0 ? [`${pluralize(articles, 'article')}, all versions included`] : []),
    listed([
      count(going.decided, 'decision'),
      labelled > 0 ? `the labels of ${pluralize(labelled, 'article')}` : '',
      count(going.notes, 'note'),
      'what was read or exported',
    ]),
    listed([count(going.lists, 'list'), 'the skipped articles, with the reasons']),
    listed([
      count(going.presets, 'preset'),
      count(going.views, 'saved view'),
      'your reasons for rejecting',
      'the unfinished request',
    ]),
    keyWords,
  ]
}

const keyWords = 'the API key, including the one that was remembered'

const uncountedWords = ['everything in this library, which could not be counted just now', keyWords]
