import { answerTables, deleteAnswer } from './answer-pages.ts'
import { answersOf } from './earlier-answers.ts'
import type { JobRequest } from '../../../contract/job-request.ts'
import type { CheckNote } from './job-changes.ts'
import { acceptedRecord, checkedRecord, openedRecord, phasedRecord, sendingRecord } from './job-changes.ts'
import { newId } from '../store/new-id.ts'
import { forgetIds, keepSkipping, keepSkippingPurged, removalLists } from './removed-ids.ts'
import { freeKey, isNumberUsedAgain, jobsBeforeReset, recordOfEarlierService } from './service-reset.ts'
import type { JobKey, JobRecord, KeptScope, StoredFailure } from '../records.ts'
import { withSoundTimes } from '../store/sound-times.ts'
import type { Tables } from '../store/store.ts'
import { forgetRemovals, logStep } from '../undo/undo-log.ts'
import type { LibraryParts } from '../store/library-parts.ts'

/** Jobs and their requests. */
export interface JobMethods {
  /** Newest first, without those removed. */
  jobs(): Promise<JobRecord[]>
  job(key: JobKey): Promise<JobRecord | undefined>
  /** The exact request, ids included; undefined for a job opened by number. */
  request(key: JobKey): Promise<JobRequest | undefined>

  /** Written before the POST leaves, so that a request is never lost, whatever happens to its answer. */
  addSending(
    request: JobRequest,
    from: { at: number; madeFrom?: JobKey | undefined; skipScope?: KeptScope | undefined },
  ): Promise<JobRecord>
  /** The POST was answered with an id: the job gets its number and is watched from now on. */
  accept(key: JobKey, jobId: number): Promise<JobRecord>
  /** The POST's answer never came. */
  markUnconfirmed(key: JobKey, failure: StoredFailure): Promise<void>
  /**
   * Claims an unconfirmed request, to be sent once more because the editor said so. Of any number of callers, in any
   * tab, one is given the request; undefined where it is not unconfirmed, or no longer.
   */
  markSending(key: JobKey, at: number): Promise<JobRequest | undefined>
  /** The service refused the request: nothing was made. */
  discardSent(key: JobKey): Promise<void>
  /** A job known only by its number; the record there is, where there is one. */
  openByNumber(jobId: number, at: number): Promise<JobRecord>
  noteCheck(key: JobKey, note: CheckNote): Promise<void>
  /** Stops watching a job, or takes it up again: due at once, with its failures forgotten. */
  setPhase(key: JobKey, phase: 'watched' | 'stopped'): Promise<void>
  /** Gives a job a name, a blank one taking it away, or sets it aside and takes it back. */
  editJob(key: JobKey, set: { name?: string; archived?: boolean }): Promise<void>
  /**
   * Takes a job, or an unconfirmed request, out of every list: a step, so that `undo` brings it back, as
   * {@link JobMethods.restoreJob} does. Its articles go with {@link JobMethods.purgeRemoved}.
   *
   * @param how whether its ids are skipped on, which they are unless it says otherwise
   */
  removeJob(key: JobKey, at: number, how?: Removal): Promise<void>
  restoreJob(key: JobKey): Promise<void>
  /** Deletes for good what was removed before the given time. */
  purgeRemoved(before: number): Promise<void>
  /** Distinct categories of earlier jobs, most recent first. */
  categories(): Promise<string[]>
}

/** Whether ids that no other job brought may come again. */
export type Removal = 'go-on-skipping' | 'forget'

/** What changes when a job comes back, the steps that can be undone among it. */
const restoreTables = ['jobs', 'steps', 'settings'] as const

const removalTables = [...restoreTables, 'ids', 'listIds'] as const

const purgeTables = [...new Set([...removalTables, 'requests', ...answerTables] as const)]

export function storedJobs({ store, changes, now }: LibraryParts): JobMethods {
  /** Changes one record in a transaction of its own; nothing happens where the job is gone. */
  async function change(key: JobKey, next: (record: JobRecord) => JobRecord): Promise<void> {
    const changed = await store.transaction('readwrite', ['jobs'], async ({ jobs }) => {
      const record = await jobs.get(key)
      if (record) await jobs.put(next(record))
      return record !== undefined
    })
    if (changed) changes.announce({ jobs: [key] })
  }

  return {
    jobs: () =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => newestFirst(present(await jobs.all()))),
    job: (key) =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => {
        const record = await jobs.get(key)
        return record && withSoundTimes(record)
      }),
    request: (key) =>
      store.transaction('readonly', ['requests'], async ({ requests }) => (await requests.get(key))?.request),

    async addSending(request, { at, madeFrom, skipScope }) {
      const key = `sent-${newId()}`
      const record = await store.transaction(
        'readwrite',
        ['jobs', 'requests'],
        async ({ jobs, requests }) => {
          const origin = madeFrom === undefined ? undefined : await jobs.get(madeFrom)
          const sending = { ...sendingRecord(key, request, at, origin), skipScope }
          await jobs.put(sending)
          await requests.put({ jobKey: key, request })
          return sending
        },
      )
      changes.announce({ jobs: [key] })
      return record
    },

    async accept(key, jobId) {
      const { record, earlier } = await store.transaction('readwrite', ['jobs', 'requests'], (tables) =>
        accept(tables, { key, jobId, at: now() }),
      )
      changes.announce({ jobs: [key, record.key, ...earlier] })
      return record
    },

    markUnconfirmed: (key, failure) =>
      change(key, (record) => ({ ...record, phase: 'unconfirmed', failure })),

    async markSending(key, at) {
      const request = await store.transaction(
        'readwrite',
        ['jobs', 'requests'],
        async ({ jobs, requests }) => {
          const record = await jobs.get(key)
          const stored = await requests.get(key)
          if (record?.phase !== 'unconfirmed' || record.removedAt !== undefined || !stored) return undefined
          const firstSentAt = record.firstSentAt ?? record.startedAt
          await jobs.put({ ...record, phase: 'sending', startedAt: at, firstSentAt, failure: undefined })
          return stored.request
        },
      )
      if (request) changes.announce({ jobs: [key] })
      return request
    },

    async discardSent(key) {
      await store.transaction('readwrite', ['jobs', 'requests'], async ({ jobs, requests }) => {
        await jobs.delete(key)
        await requests.delete(key)
      })
      changes.announce({ jobs: [key] })
    },

    async openByNumber(jobId, at) {
      const { opened, steps } = await store.transaction('readwrite', restoreTables, async (tables) => {
        const jobs = await tables.jobs.all()
        const known = currentJob(jobId, jobs)
        const opened = known
          ? { ...known, removedAt: undefined }
          : openedRecord(freeKey(jobId, jobs), jobId, at)
        await tables.jobs.put(opened)
        const steps = known?.removedAt !== undefined && (await forgetRemovals(tables, [known.key]))
        return { opened, steps }
      })
      changes.announce({ jobs: [opened.key], ...(steps && { steps }) })
      return opened
    },

    noteCheck: (key, note) =>
      change(
        key,
        unlessEarlier((record) => checkedRecord(record, note)),
      ),
    setPhase: (key, phase) =>
      change(
        key,
        unlessEarlier((record) => phasedRecord(record, phase, now())),
      ),

    editJob: (key, { name, archived }) =>
      change(key, (record) => ({
        ...record,
        ...(name !== undefined && { name: name.trim() || undefined }),
        ...(archived !== undefined && { archivedAt: archived ? now() : undefined }),
      })),

    async removeJob(key, at, how = 'go-on-skipping') {
      const isRemoved = await store.transaction('readwrite', removalTables, async (tables) => {
        const record = await tables.jobs.get(key)
        if (!record || record.removedAt !== undefined) return false
        await tables.jobs.put({ ...record, removedAt: at })
        const kind = record.jobId === undefined ? 'discard-request' : 'remove-job'
        const lists = await (how === 'forget' ? forgetIds : keepSkipping)(tables, record)
        await logStep(tables, { kind, name: key }, { at, count: 1, before: { ...lists, jobs: [key] } })
        return true
      })
      if (isRemoved) changes.announce({ jobs: [key], lists: removalLists, steps: true })
    },

    async restoreJob(key) {
      const steps = await store.transaction('readwrite', restoreTables, async (tables) => {
        const record = await tables.jobs.get(key)
        if (record) await tables.jobs.put({ ...record, removedAt: undefined })
        return forgetRemovals(tables, [key])
      })
      changes.announce({ jobs: [key], ...(steps && { steps }) })
    },

    async purgeRemoved(before) {
      const purged = await store.transaction('readwrite', purgeTables, async (tables) => {
        const gone = (await tables.jobs.all()).filter(
          ({ removedAt }) => removedAt !== undefined && removedAt < before,
        )
        for (const record of gone) await purge(tables, record)
        const keys = gone.map((record) => record.key)
        return { keys, steps: keys.length > 0 && (await forgetRemovals(tables, keys)) }
      })
      const { keys, steps } = purged
      if (keys.length > 0)
        changes.announce({ jobs: keys, articles: keys, lists: removalLists, ...(steps && { steps }) })
    },

    categories: () =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => {
        const records = newestFirst(present(await jobs.all()))
        const named = records.flatMap(({ request, category }) => [request?.category, category])
        return [...new Set(named.filter((category) => category !== undefined && category !== ''))] as string[]
      }),
  }
}

async function accept(
  { jobs, requests }: Pick<Tables, 'jobs' | 'requests'>,
  { key, jobId, at }: { key: JobKey; jobId: number; at: number },
): Promise<{ record: JobRecord; earlier: JobKey[] }> {
  const sent = await jobs.get(key)
  const all = await jobs.all()
  let known = currentJob(jobId, all)
  let earlier: JobRecord[] = []
  if (sent && known && isNumberUsedAgain(known, sent)) {
    earlier = jobsBeforeReset(all, known, { startedAt: sent.startedAt, jobId })
    for (const job of earlier) await jobs.put(recordOfEarlierService(job))
    known = undefined
  }
  const free = freeKey(jobId, all)
  // Without the request, another tab was told of the same answer before.
  const record = sent
    ? acceptedRecord(sent, { key: known?.key ?? free, jobId, known })
    : (known ?? openedRecord(free, jobId, at))
  await jobs.put(record)
  const stored = await requests.get(key)
  if (stored) await requests.put({ ...stored, jobKey: record.key })
  await jobs.delete(key)
  await requests.delete(key)
  return { record, earlier: earlier.map((job) => job.key) }
}

/** The job that the service has under this number now. */
const currentJob = (jobId: number, jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => job.jobId === jobId && !job.isOfEarlierService)

/** An answer to its number says nothing of a job of an earlier service. */
const unlessEarlier =
  (next: (record: JobRecord) => JobRecord) =>
  (record: JobRecord): JobRecord =>
    record.isOfEarlierService ? record : next(record)

export const present = (records: readonly JobRecord[]): JobRecord[] =>
  records.map(withSoundTimes).filter(({ removedAt }) => removedAt === undefined)

export function newestFirst(records: JobRecord[]): JobRecord[] {
  return records.sort(
    (a, b) => b.startedAt - a.startedAt || (b.jobId ?? Infinity) - (a.jobId ?? Infinity) || 0,
  )
}

async function purge(tables: Pick<Tables, (typeof purgeTables)[number]>, record: JobRecord): Promise<void> {
  await keepSkippingPurged(tables, record)
  await tables.jobs.delete(record.key)
  await tables.requests.delete(record.key)
  for (const key of answersOf(record)) await deleteAnswer(tables, key)
}
