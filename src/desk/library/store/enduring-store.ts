import type { Layer } from './layered-tables.ts'
import { applyLayer, copyLayer, emptyLayer, layeredTables } from './layered-tables.ts'
import { LibraryError } from '../library.ts'
import { lostTables } from './lost-tables.ts'
import type { JobKey, JobRecord, Unsaved } from '../records.ts'
import type { Store, Table, Tables } from './store.ts'

export interface EnduringStoreOptions {
  readonly now: () => number
  /** Called when something begins or ceases to be in memory alone. */
  readonly onUnsavedChange: () => void
}

/** How long the device is left in peace after it refused: what it gets then may be megabytes. */
const restMs = 30_000

type Refusal = Unsaved['reason']
type Work<T> = (tables: Tables) => Promise<T>

/**
 * Goes on where a device refuses to: what can't be written stays in memory, laid over what the device has, and reaches
 * it whole with the first write that it takes again. What was there before is never touched meanwhile.
 *
 * Of a newer desk's schema it makes nothing: there only a reload helps.
 */
export function createEnduringStore(device: Store, { now, onUnsavedChange }: EnduringStoreOptions): Store {
  let layer = emptyLayer()
  let refused: { readonly reason: Refusal; readonly at: number } | undefined
  const jobsSeen = new Map<JobKey, JobRecord>()
  let lastWrite: Promise<unknown> = Promise.resolve()

  /** Notes the jobs that pass: few and small, and the watch needs no more should the device cease to answer. */
  async function onDevice<T>(mode: 'read' | 'write', work: Work<T>): Promise<T> {
    let passed = new Map<JobKey, JobRecord | undefined>()
    const result = await device.transact(mode, (tables) => {
      passed = new Map()
      return work({ ...tables, jobs: noting(tables.jobs, passed) })
    })
    for (const [key, job] of passed) {
      if (job) jobsSeen.set(key, job)
      else jobsSeen.delete(key)
    }
    return result
  }

  async function read<T>(work: Work<T>): Promise<T> {
    try {
      const found = await onDevice('read', (tables) => work(over(tables)))
      if (refused?.reason === 'unavailable' && isEmpty(layer)) recovered()
      return found
    } catch (error) {
      if (refusal(error) !== 'unavailable') throw error
      note('unavailable')
      return work(layeredTables(layer, lostTables('read', jobsSeen, error)))
    }
  }

  /** To the device, with all that it has refused before, in one transaction. */
  async function writeToDevice<T>(work: Work<T>): Promise<T> {
    const written = await onDevice('write', async (tables) => {
      // Inside, since a transaction may be repeated: what the first attempt had changed is not to be changed twice.
      const draft = copyLayer(layer)
      const result = await work(layeredTables(draft, tables))
      await applyLayer(draft, tables)
      return result
    })
    recovered()
    return written
  }

  async function writeToMemory<T>(work: Work<T>, reason: Refusal): Promise<T> {
    let draft = layer
    const drafted = (tables: Tables) => {
      draft = copyLayer(layer)
      return work(layeredTables(draft, tables))
    }
    const result = await onDevice('read', drafted).catch((error: unknown) => {
      if (refusal(error) !== 'unavailable') throw error
      return drafted(lostTables('write', jobsSeen, error))
    })
    const before = JSON.stringify(unsaved())
    layer = draft
    // Once more: a read that worked may have taken the device for well in the meantime.
    refused ??= { reason, at: now() }
    if (JSON.stringify(unsaved()) !== before) onUnsavedChange()
    return result
  }

  async function write<T>(work: Work<T>): Promise<T> {
    // A clock that was set back must not keep the device waiting.
    if (refused && Math.abs(now() - refused.at) < restMs) return writeToMemory(work, refused.reason)
    try {
      return await writeToDevice(work)
    } catch (error) {
      const reason = refusalOrThrow(error)
      note(reason)
      return writeToMemory(work, reason)
    }
  }

  /** One after the other: each builds on what the one before it has laid over the device. */
  function inOrder<T>(write: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(write)
    lastWrite = result.catch(() => {})
    return result
  }

  function note(reason: Refusal): void {
    const isNews = refused?.reason !== reason
    refused = { reason, at: now() }
    if (isNews) onUnsavedChange()
  }

  function recovered(): void {
    if (!refused) return
    layer = emptyLayer()
    refused = undefined
    onUnsavedChange()
  }

  function unsaved(): Unsaved | undefined {
    if (!refused) return undefined
    const articles = [...layer.ids].flatMap(([jobKey, ids]) =>
      ids ? [{ jobKey, count: ids.numbers.length }] : [],
    )
    return { reason: refused.reason, articles, hasChanges: !isEmpty(layer) }
  }

  /** Where nothing is unsaved, which is nearly always, the device's own. */
  const over = (tables: Tables): Tables => (isEmpty(layer) ? tables : layeredTables(layer, tables))

  return {
    kept: device.kept,
    async transact(mode, work) {
      if (refused) return mode === 'read' ? lastWrite.then(() => read(work)) : inOrder(() => write(work))
      if (mode === 'read') return read(work)
      try {
        // Not in order: the device orders its transactions itself, and reads that are asked for later wait for them.
        return await onDevice('write', work)
      } catch (error) {
        const reason = refusalOrThrow(error)
        note(reason)
        return inOrder(() => writeToMemory(work, reason))
      }
    },
    unsaved,
    saveUnsaved: () => inOrder(() => writeToDevice(async () => {})),
    async destroy() {
      await device.destroy()
      layer = emptyLayer()
      refused = undefined
      onUnsavedChange()
    },
    close: () => device.close(),
  }
}

function noting(jobs: Table<JobRecord>, passed: Map<JobKey, JobRecord | undefined>): Table<JobRecord> {
  return {
    get: (key) => jobs.get(key),
    async all() {
      const all = await jobs.all()
      for (const job of all) passed.set(job.key, job)
      return all
    },
    put(job) {
      passed.set(job.key, job)
      return jobs.put(job)
    },
    delete(key) {
      passed.set(key, undefined)
      return jobs.delete(key)
    },
  }
}

const isEmpty = (layer: Layer): boolean =>
  Object.values(layer).every((changes: Map<unknown, unknown>) => changes.size === 0)

function refusal(error: unknown): Refusal | undefined {
  return error instanceof LibraryError && error.reason !== 'newer-schema' ? error.reason : undefined
}

function refusalOrThrow(error: unknown): Refusal {
  const reason = refusal(error)
  if (!reason) throw error
  return reason
}
