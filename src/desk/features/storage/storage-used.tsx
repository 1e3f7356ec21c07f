import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { Button } from '../../ui/button.tsx'
import { keepRowFocus } from '../../ui/row-focus.ts'
import { useToast } from '../../ui/toast.tsx'
import { contentWords } from './content-words.ts'
import {
  inventoryQuery,
  storageEstimateQuery,
  storageManager,
  type StorageEstimate,
} from './storage-queries.ts'
import styles from './storage.module.css'

/** What the library holds, how much space it takes, and whether the browser may evict it. */
export function StorageUsed() {
  const worker = useWorkerApi()
  const { data: inventory } = useQuery(inventoryQuery(worker))
  const { data: estimate } = useQuery(storageEstimateQuery(worker))
  const isKept = worker.library.kept === 'on-device'
  return (
    <div className={styles.stack}>
      <p className={styles.words}>{inventory ? contentWords(inventory) : '\u00a0'}</p>
      {isKept ? <Meter estimate={estimate} /> : null}
      <Persistence estimate={estimate} isKept={isKept} />
    </div>
  )
}

function Meter({ estimate }: { estimate: StorageEstimate | undefined }) {
  const { used, quota } = estimate ?? {}
  const known = used !== undefined && quota !== undefined && quota > 0
  return (
    <div className={styles.meter}>
      <meter
        className={styles.bar}
        aria-label="Storage used"
        min={0}
        max={known ? quota : 1}
        value={known ? used : 0}
        high={known ? quota * 0.9 : 1}
      />
      <p className={styles.hint}>
        {known
          ? `${bytesInWords(used)} of the ${bytesInWords(quota)} that this browser allows.`
          : 'This browser does not say how much space it allows.'}
      </p>
    </div>
  )
}

function Persistence({ estimate, isKept }: { estimate: StorageEstimate | undefined; isKept: boolean }) {
  const worker = useWorkerApi()
  const queries = useQueryClient()
  const toast = useToast()
  if (!isKept)
    return (
      <p className={styles.hint}>
        Nothing is saved on this device: the library is lost when this tab is closed. Download a backup first.
      </p>
    )
  if (estimate?.persisted)
    return (
      <p className={`${styles.hint} ${styles.keeping}`}>
        This data is protected: the browser will not clear it on its own.
      </p>
    )
  const persist = storageManager()?.persist
  const ask = async () => {
    const isPromised = await storageManager()
      ?.persist?.()
      .catch(() => false)
    await queries.invalidateQueries(storageEstimateQuery(worker))
    toast({
      message: isPromised
        ? 'This data is protected now'
        : 'The browser has not agreed yet. It often does once a site is installed or bookmarked.',
    })
  }
  return (
    // Until the browser has answered, the longer of the two texts reserves the space.
    <div
      ref={keepRowFocus}
      className={`${styles.line} ${styles.keeping}`}
      data-unknown={!estimate || undefined}
    >
      <p className={styles.hint}>
        The browser may clear this data when it runs out of space
        {persist ? '.' : ", and can't be asked not to at this address."} A backup is safe from that.
      </p>
      {persist ? <Button onClick={() => void ask()}>Protect this data</Button> : null}
    </div>
  )
}

/** In decimal units, as file managers count: a kilobyte has 1,000 bytes. */
function bytesInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const amount = bytes / 1000 ** power
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}
