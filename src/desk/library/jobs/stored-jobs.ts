import { answersOf } from './earlier-answers.ts'
import { acceptedRecord, checkedRecord, openedRecord, phasedRecord, sendingRecord } from './job-changes.ts'
import type { Library } from '../library.ts'
import { newId } from '../new-id.ts'
import type { JobKey, JobRecord } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { forgetRemovals, logStep } from '../marks/undo-log.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

type JobMethods = Pick<
  Library,
  | 'jobs'
  | 'job'
  | 'request'
  | 'addSending'
  | 'accept'
  | 'markUnconfirmed'
  | 'markSending'
  | 'discardSent'
  | 'openByNumber'
  | 'noteCheck'
  | 'setPhase'
  | 'removeJob'
  | 'restoreJob'
  | 'purgeRemoved'
  | 'categories'
>

/** Jobs and their requests. */
export function storedJobs({ store, changes, now }: StoredLibraryParts): JobMethods {
  /** Changes one record in a transaction of its own; nothing happens where the job is gone. */
  async function change(key: JobKey, next: (record: JobRecord) => JobRecord): Promise<void> {
    const changed = await store.transact('write', async ({ jobs }) => {
      const record = await jobs.get(key)
      if (record) await jobs.put(next(record))
      return record !== undefined
    })
    if (changed) changes.announce({ jobs: [key] })
  }

  return {
    jobs: () => store.transact('read', async ({ jobs }) => newestFirst(present(await jobs.all()))),
    job: (key) => store.transact('read', ({ jobs }) => jobs.get(key)),
    request: (key) => store.transact('read', async ({ requests }) => (await requests.get(key))?.request),

    async addSending(request, { at, madeFrom, skipScope }) {
      const key = `sent-${newId()}`
      const record = await store.transact('write', async ({ jobs, requests }) => {
        const origin = madeFrom === undefined ? undefined : await jobs.get(madeFrom)
        const sending = { ...sendingRecord(key, request, at, origin), skipScope }
        await jobs.put(sending)
        await requests.put({ jobKey: key, request })
        return sending
      })
      changes.announce({ jobs: [key] })
      return record
    },

    async accept(key, jobId) {
      const record = await store.transact('write', async ({ jobs, requests }) => {
        const sent = await jobs.get(key)
        const accepted = sent
          ? acceptedRecord(sent, jobId, await jobs.get(String(jobId)))
          : openedRecord(jobId, now())
        await jobs.put(accepted)
        const stored = await requests.get(key)
        if (stored) await requests.put({ ...stored, jobKey: accepted.key })
        await jobs.delete(key)
        await requests.delete(key)
        return accepted
      })
      changes.announce({ jobs: [key, record.key] })
      return record
    },

    markUnconfirmed: (key, failure) =>
      change(key, (record) => ({ ...record, phase: 'unconfirmed', failure })),

    async markSending(key, at) {
      const request = await store.transact('write', async ({ jobs, requests }) => {
        const record = await jobs.get(key)
        const stored = await requests.get(key)
        if (record?.phase !== 'unconfirmed' || record.removedAt !== undefined || !stored) return undefined
        await jobs.put({ ...record, phase: 'sending', startedAt: at, failure: undefined })
        return stored.request
      })
      if (request) changes.announce({ jobs: [key] })
      return request
    },

    async discardSent(key) {
      await store.transact('write', async ({ jobs, requests }) => {
        await jobs.delete(key)
        await requests.delete(key)
      })
      changes.announce({ jobs: [key] })
    },

    async openByNumber(jobId, at) {
      const { opened, steps } = await store.transact('write', async (tables) => {
        const known = await tables.jobs.get(String(jobId))
        const opened = known ? { ...known, removedAt: undefined } : openedRecord(jobId, at)
        await tables.jobs.put(opened)
        const steps = known?.removedAt !== undefined && (await forgetRemovals(tables, [known.key]))
        return { opened, steps }
      })
      changes.announce({ jobs: [opened.key], ...(steps && { steps }) })
      return opened
    },

    noteCheck: (key, note) => change(key, (record) => checkedRecord(record, note)),
    setPhase: (key, phase) => change(key, (record) => phasedRecord(record, phase, now())),

    async removeJob(key, at) {
      const isRemoved = await store.transact('write', async (tables) => {
        const record = await tables.jobs.get(key)
        if (!record || record.removedAt !== undefined) return false
        await tables.jobs.put({ ...record, removedAt: at })
        const kind = record.jobId === undefined ? 'discard-request' : 'remove-job'
        await logStep(tables, { kind, name: key }, { at, count: 1, before: { jobs: [key] } })
        return true
      })
      if (isRemoved) changes.announce({ jobs: [key], steps: true })
    },

    async restoreJob(key) {
      const steps = await store.transact('write', async (tables) => {
        const record = await tables.jobs.get(key)
        if (record) await tables.jobs.put({ ...record, removedAt: undefined })
        return forgetRemovals(tables, [key])
      })
      changes.announce({ jobs: [key], ...(steps && { steps }) })
    },

    async purgeRemoved(before) {
      const purged = await store.transact('write', async (tables) => {
        const gone = (await tables.jobs.all()).filter(
          ({ removedAt }) => removedAt !== undefined && removedAt < before,
        )
        for (const record of gone) await purge(tables, record)
        const keys = gone.map((record) => record.key)
        return { keys, steps: keys.length > 0 && (await forgetRemovals(tables, keys)) }
      })
      const { keys, steps } = purged
      if (keys.length > 0) changes.announce({ jobs: keys, articles: keys, ...(steps && { steps }) })
    },

    categories: () =>
      store.transact('read', async ({ jobs }) => {
        const records = newestFirst(present(await jobs.all()))
        const named = records.flatMap(({ request, category }) => [request?.category, category])
        return [...new Set(named.filter((category) => category !== undefined && category !== ''))] as string[]
      }),
  }
}

export const present = (records: readonly JobRecord[]): JobRecord[] =>
  records.filter(({ removedAt }) => removedAt === undefined)

export function newestFirst(records: JobRecord[]): JobRecord[] {
  return records.sort(
    (a, b) => b.startedAt - a.startedAt || (b.jobId ?? Infinity) - (a.jobId ?? Infinity) || 0,
  )
}

async function purge(tables: Tables, record: JobRecord): Promise<void> {
  await tables.jobs.delete(record.key)
  await tables.requests.delete(record.key)
  for (const key of answersOf(record)) {
    await tables.ids.delete(key)
    await tables.cards.deleteAll(key)
    await tables.texts.deleteAll(key)
    await tables.analyses.deleteAll(key)
  }
}
