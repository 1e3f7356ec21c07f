import type { JobKey, JobRecord, Unsaved } from '../records.ts'
import type { Layer } from './layered-tables.ts'
import {
  additionsTo,
  applyLayer,
  changedTables,
  copyLayer,
  emptyLayer,
  isSameLayer,
  layeredTables,
} from './layered-tables.ts'
import { tablesAfterReadFailure } from './read-failure.ts'
import { LibraryError, toLibraryError } from './storage-errors.ts'
import { derivedTables, timeSavingTables } from './store.ts'
import type { Store, Table, TableName, Tables, TransactionMode } from './store.ts'

export interface FallbackStoreOptions {
  readonly now: () => number
  /**
   * Called when {@link Store.unsaved} changes.
   *
   * @param saved if what was unsaved is on the device now, all known jobs, and the keys of the results that were
   *   unsaved: anything in the library may differ from what was shown
   */
  readonly onUnsavedChange: (saved?: {
    readonly jobs: readonly JobKey[]
    readonly resultKeys: readonly JobKey[]
  }) => void
  /** Called when reads that have failed can be repeated. */
  readonly onReadable: () => void
}

/** How long to wait after a refusal before trying again, in milliseconds: a retry may write megabytes. */
const restMs = 30_000

type Refusal = Unsaved['reason']
type Names = readonly TableName[]
type Work<T> = (tables: Tables) => Promise<T>

interface Write<T> {
  readonly names: Names
  readonly work: Work<T>
  /** See {@link Store.transaction}. */
  readonly replaces?: string | undefined
}

/**
 * Falls back to memory if the device refuses a write: its changes are layered over the device's data. With the next
 * transaction that the device accepts, the refused work is done again, on the data that is there then: what could not
 * be read at first, or was changed by another tab since, is kept. Until then the device's data stays unchanged, except
 * that a full device still gets writes that don't touch the refused work. Tries again by itself, since the decision
 * that was refused may have been the last one of the day.
 *
 * Does not handle the database of a newer desk, where only a reload helps.
 */
export function createFallbackStore(
  device: Store,
  { now, onUnsavedChange, onReadable }: FallbackStoreOptions,
): Store {
  let layer = emptyLayer()
  /** The work that made the layer, in order. */
  let unsavedWork: Write<unknown>[] = []
  let refused: { readonly reason: Refusal; readonly at: number } | undefined
  const jobsSeen = { records: new Map<JobKey, JobRecord>(), areAll: false }
  let lastWrite: Promise<unknown> = Promise.resolve()
  /** Whether reads have failed since {@link FallbackStoreOptions.onReadable} was called. */
  let hasUnread = false
  /** When `onReadable` was called last. */
  let readableAt: number | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  /** Remembers the jobs it reads. They are few and small, and let the watch go on if the device stops responding. */
  async function onDevice<T>(mode: TransactionMode, names: Names, work: Work<T>): Promise<T> {
    let seen = nothingSeen()
    const result = await device.transaction(mode, names, (picked) => {
      const tables: Tables = picked
      seen = nothingSeen()
      return work(names.includes('jobs') ? { ...tables, jobs: noting(tables.jobs, seen) } : tables)
    })
    if (seen.areAll) {
      jobsSeen.areAll = true
      // Another tab may have deleted some.
      jobsSeen.records.clear()
    }
    for (const [key, job] of seen.records) {
      if (job) jobsSeen.records.set(key, job)
      else jobsSeen.records.delete(key)
    }
    return result
  }

  async function read<T>(names: Names, work: Work<T>): Promise<T> {
    try {
      const found = await onDevice('readonly', names, (tables) => work(over(tables)))
      if (refused?.reason === 'unavailable' && isEmpty(layer)) recovered()
      return found
    } catch (error) {
      if (refusal(error) !== 'unavailable') throw error
      hasUnread = true
      note('unavailable')
      return work(layeredTables(layer, tablesAfterReadFailure('readonly', jobsSeen, error)))
    }
  }

  /** Writes to the device, together with everything it has refused before, in one transaction. */
  async function writeToDevice<T>({ names, work }: Write<T>): Promise<T> {
    const all = [...new Set([...names, ...unsavedWork.flatMap((unsaved) => unsaved.names)])]
    const written = await onDevice('readwrite', all, async (tables) => {
      const draft = await replay(unsavedWork, tables)
      const result = await work(layeredTables(draft, tables))
      await applyLayer(draft, tables)
      return result
    })
    recovered()
    return written
  }

  async function writeToMemory<T>({ names, work, replaces }: Write<T>, reason: Refusal): Promise<T> {
    let draft = layer
    const drafted = (tables: Tables) => {
      draft = copyLayer(layer)
      return work(layeredTables(draft, tables))
    }
    const result = await onDevice('readonly', names, drafted).catch((error: unknown) => {
      if (refusal(error) !== 'unavailable') throw error
      return drafted(tablesAfterReadFailure('readwrite', jobsSeen, error))
    })
    const before = JSON.stringify(unsaved())
    // Work that found nothing to change, perhaps because nothing could be read, must not change anything later.
    if (!isSameLayer(draft, layer)) {
      if (replaces !== undefined) unsavedWork = unsavedWork.filter((other) => other.replaces !== replaces)
      unsavedWork.push({ names, work, replaces })
    }
    layer = draft
    // Set again, because a concurrent read may have cleared it.
    refused ??= { reason, at: now() }
    retryLater()
    if (JSON.stringify(unsaved()) !== before) onUnsavedChange()
    return result
  }

  async function write<T>(wanted: Write<T>): Promise<T> {
    let reason = refused?.reason ?? 'unavailable'
    if (!refused || hasRestedSince(refused.at))
      try {
        return await writeToDevice(wanted)
      } catch (error) {
        note((reason = refusalOrThrow(error)))
      }
    if (reason === 'quota')
      try {
        return await writeBesideUnsaved(wanted)
      } catch (error) {
        if (!(error instanceof ChangesUnsavedError)) note((reason = refusalOrThrow(error)))
      }
    return writeToMemory(wanted, reason)
  }

  /** A decision or a smaller job may fit where the articles of a job did not, unless it changes what is unsaved. */
  const writeBesideUnsaved = <T>({ names, work }: Write<T>): Promise<T> =>
    onDevice('readwrite', names, async (tables) => {
      const draft = copyLayer(layer)
      const result = await work(layeredTables(draft, tables))
      const added = additionsTo(layer, draft)
      if (!added) throw new ChangesUnsavedError()
      await applyLayer(added, tables)
      return result
    })

  /** Runs writes one after the other: each builds on the layer that the previous one left. */
  function inOrder<T>(write: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(write)
    lastWrite = result.catch(() => {})
    return result
  }

  function note(reason: Refusal): void {
    const isNew = refused?.reason !== reason
    refused = { reason, at: now() }
    retryLater()
    if (isNew) onUnsavedChange()
  }

  /** `abs`, so that a clock set back doesn't delay the next try. */
  const hasRestedSince = (at: number): boolean => Math.abs(now() - at) >= restMs

  function retryLater(): void {
    // What can be rebuilt waits for the next write: it may be megabytes, which a full device would refuse for ever.
    if (!isEmpty(layer) && !unsaved() && !hasUnread) return
    if (!isOver) retry ??= setTimeout(() => void retryNow(), restMs)
  }

  function stopRetrying(): void {
    clearTimeout(retry)
    retry = undefined
  }

  async function retryNow(): Promise<void> {
    retry = undefined
    if (!refused) return announceReadable()
    try {
      await saveUnsaved()
    } catch (error) {
      const reason = refusal(error)
      if (reason) note(reason)
    }
  }

  function announceReadable(): void {
    hasUnread = false
    readableAt = now()
    onReadable()
  }

  // A transaction needs a table. If nothing is unsaved, this still tests whether the device can be read and written.
  const saveUnsaved = (): Promise<void> =>
    inOrder(() =>
      writeToDevice({ names: ['settings'], work: async ({ settings }) => void (await settings.get('')) }),
    )

  function recovered(): void {
    if (!refused) return
    const saved = hasChanges(layer)
      ? { jobs: [...jobsSeen.records.keys()], resultKeys: [...layer.ids.keys()] }
      : undefined
    forgetUnsaved()
    onUnsavedChange(saved)
    if (!hasUnread) return stopRetrying()
    // Limited in frequency: damaged data fails on every read, and would be read again endlessly.
    if (readableAt !== undefined && !hasRestedSince(readableAt)) return retryLater()
    stopRetrying()
    announceReadable()
  }

  function forgetUnsaved(): void {
    layer = emptyLayer()
    unsavedWork = []
    refused = undefined
  }

  function unsaved(): Unsaved | undefined {
    if (!refused || (refused.reason === 'quota' && !hasChanges(layer))) return undefined
    const articles = [...layer.ids].flatMap(([jobKey, ids]) =>
      ids ? [{ jobKey, count: ids.numbers.length }] : [],
    )
    return { reason: refused.reason, articles, hasChanges: hasChanges(layer) }
  }

  /** While the device refuses nothing, which is nearly always, the layer is empty. */
  const over = (tables: Tables): Tables => (refused ? layeredTables(layer, tables) : tables)

  async function writeToDeviceMakingRoom<T>(names: Names, work: Work<T>): Promise<T> {
    try {
      return await onDevice('readwrite', names, work)
    } catch (error) {
      if (refusal(error) !== 'quota' || !(await deleteIndexes(device))) throw error
      return onDevice('readwrite', names, work)
    }
  }

  async function transaction<T>(
    mode: TransactionMode,
    names: Names,
    work: Work<T>,
    replaces?: string,
  ): Promise<T> {
    if (mode === 'readwrite' && names.every((name) => timeSavingTables.has(name))) {
      if (refused) throw new LibraryError(refused.reason)
      return device.transaction(mode, names, work)
    }
    if (refused) {
      if (mode === 'readonly') return lastWrite.then(() => read(names, work))
      return inOrder(() => write({ names, work, replaces }))
    }
    if (mode === 'readonly') return read(names, work)
    try {
      // No queue needed: the device orders its own transactions.
      return await writeToDeviceMakingRoom(names, work)
    } catch (error) {
      const reason = refusalOrThrow(error)
      note(reason)
      return inOrder(() => writeToMemory({ names, work, replaces }, reason))
    }
  }

  return {
    kept: device.kept,
    transaction,
    unsaved,
    saveUnsaved,
    async destroy() {
      await device.destroy()
      isOver = true
      stopRetrying()
      jobsSeen.records.clear()
      jobsSeen.areAll = true
      forgetUnsaved()
      onUnsavedChange()
    },
    close() {
      isOver = true
      stopRetrying()
      device.close()
    },
  }
}

/** The jobs as one transaction sees them; undefined for deleted ones. */
const nothingSeen = () => ({ records: new Map<JobKey, JobRecord | undefined>(), areAll: false })

function noting(jobs: Table<JobRecord>, seen: ReturnType<typeof nothingSeen>): Table<JobRecord> {
  return {
    async get(key) {
      const job = await jobs.get(key)
      // The job may have been written meanwhile.
      if (!seen.records.has(key)) seen.records.set(key, job)
      return job
    },
    async all() {
      const all = await jobs.all()
      for (const job of all) seen.records.set(job.key, job)
      seen.areAll = true
      return all
    },
    keys: () => jobs.keys(),
    put(job) {
      seen.records.set(job.key, job)
      return jobs.put(job)
    },
    delete(key) {
      seen.records.set(key, undefined)
      return jobs.delete(key)
    },
  }
}

/** Does all unsaved work again. Work that later changes have made impossible is left out. */
async function replay(unsavedWork: readonly Write<unknown>[], tables: Tables): Promise<Layer> {
  let draft = emptyLayer()
  for (const { work } of unsavedWork) {
    const next = copyLayer(draft)
    try {
      await work(layeredTables(next, tables))
      draft = next
    } catch (error) {
      if (toLibraryError(error)) throw error
    }
  }
  return draft
}

/** Makes room: the stored indexes only save time. @returns whether there were any */
async function deleteIndexes(device: Store): Promise<boolean> {
  return device.transaction('readwrite', ['indexes'], async ({ indexes }) => {
    const keys = await indexes.keys()
    for (const key of keys) await indexes.delete(key)
    return keys.length > 0
  })
}

class ChangesUnsavedError extends Error {}

const isEmpty = (layer: Layer): boolean => changedTables(layer).length === 0

/** Whether anything would be lost with the layer. */
const hasChanges = (layer: Layer): boolean => changedTables(layer).some((name) => !derivedTables.has(name))

function refusal(error: unknown): Refusal | undefined {
  return error instanceof LibraryError && error.reason !== 'newer-schema' ? error.reason : undefined
}

function refusalOrThrow(error: unknown): Refusal {
  const reason = refusal(error)
  if (!reason) throw error
  return reason
}
