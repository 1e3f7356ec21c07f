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
  /** All jobs that are not removed, newest first. */
  jobs(): Promise<JobRecord[]>
  job(key: JobKey): Promise<JobRecord | undefined>
  /** The exact request, ids included; undefined for a job opened by number. */
  request(key: JobKey): Promise<JobRequest | undefined>

  /** Stores the request before the POST is sent, so that it is never lost, even if the answer is. */
  addSending(
    request: JobRequest,
    from: { at: number; madeFrom?: JobKey | undefined; skipScope?: KeptScope | undefined },
  ): Promise<JobRecord>
  /** Called when the POST was answered with an id: the job gets its number and is watched from now on. */
  accept(key: JobKey, jobId: number): Promise<JobRecord>
  /** Called when the POST got no answer. */
  markUnconfirmed(key: JobKey, failure: StoredFailure): Promise<void>
  /**
   * Claims an unconfirmed request to send it again, at the editor's command. Only one caller, in any tab, gets the
   * request; undefined if the request is not, or no longer, unconfirmed.
   */
  markSending(key: JobKey, at: number): Promise<JobRequest | undefined>
  /** Called when the service refused the request, so that no job was made. */
  discardSent(key: JobKey): Promise<void>
  /** Opens a job by its number. Returns the existing record if there is one. */
  openByNumber(jobId: number, at: number): Promise<JobRecord>
  noteCheck(key: JobKey, note: CheckNote): Promise<void>
  /** Stops or resumes watching a job. A resumed job is due for a check at once, with its failures cleared. */
  setPhase(key: JobKey, phase: 'watched' | 'stopped'): Promise<void>
  /** Renames a job (a blank name removes the name), or archives or unarchives it. */
  editJob(key: JobKey, set: { name?: string; archived?: boolean }): Promise<void>
  /**
   * Removes a job, or an unconfirmed request, from every list. It is a step: `undo` and
   * {@link JobMethods.restoreJob} bring the job back. {@link JobMethods.purgeRemoved} deletes its articles.
   *
   * @param how whether its ids are still skipped; by default they are
   */
  removeJob(key: JobKey, at: number, how?: Removal): Promise<void>
  restoreJob(key: JobKey): Promise<void>
  /** Permanently deletes the jobs removed before the given time. */
  purgeRemoved(before: number): Promise<void>
  /** Distinct categories of earlier jobs, most recent first. */
  categories(): Promise<string[]>
}

/** Whether ids that no other job returned may be collected again. */
export type Removal = 'go-on-skipping' | 'forget'

/** The tables that change when a removed job comes back; its removal is then no longer a step. */
const restoreTables = ['jobs', 'steps', 'settings'] as const

const removalTables = [...restoreTables, 'ids', 'listIds'] as const

const purgeTables = [...new Set([...removalTables, 'requests', ...answerTables] as const)]

export function storedJobs({ store, changes, now }: LibraryParts): JobMethods {
  /** Changes one record in its own transaction. Does nothing if the job is gone. */
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
  // If the request is gone, another tab has already handled the same answer.
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

/** The job that has this number at the service now. */
const currentJob = (jobId: number, jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => job.jobId === jobId && !job.isOfEarlierService)

/** Skips jobs of an earlier service, because the answers to their numbers are about other jobs. */
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
