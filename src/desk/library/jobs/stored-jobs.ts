import { countIds } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job.ts'
import { newId } from '../store/store.ts'
import { chainOf, oldestFirst } from './chains.ts'
import { isNumberReused, jobsBeforeReset, retireJob } from './service-reset.ts'
import type { JobKey, JobRecord, JobResult, KeptScope, RequestSummary, StoredFailure } from '../records.ts'
import { withValidTimes } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { forgetRemovals } from '../undo/undo-log.ts'
import { removalLists } from './removed-jobs.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'

/** Jobs and their requests. */
export interface JobMethods {
  /** All jobs that are not removed, newest first. */
  jobs(): Promise<JobRecord[]>
  /** Removed jobs and requests that can still be restored, newest first. */
  removedJobs(): Promise<JobRecord[]>
  job(key: JobKey): Promise<JobRecord | undefined>
  /** The exact request, ids included; undefined for a job opened by number. */
  request(key: JobKey): Promise<JobRequest | undefined>

  /** Stores the request before the POST is sent, so that it is never lost, even if the response is. */
  addSending(
    request: JobRequest,
    from: { key?: JobKey; at: number; madeFrom?: JobKey | undefined; skipScope?: KeptScope | undefined },
  ): Promise<JobRecord>
  /** Called when the POST returned an id: the job gets its number and is watched from now on. */
  accept(key: JobKey, jobId: number): Promise<JobRecord>
  /** Called when the POST got no response. Does nothing if the request is already unconfirmed. */
  markUnconfirmed(key: JobKey, failure: StoredFailure): Promise<void>
  /**
   * Claims an unconfirmed request to send it again, at the editor's command. Only one caller, in any tab, gets the
   * request; undefined if the request is not, or no longer, unconfirmed.
   */
  markSending(key: JobKey, at: number): Promise<JobRequest | undefined>
  /** Called when the service refused the request, so that no job was made. */
  discardSent(key: JobKey): Promise<void>
  /** Opens a job by its number. Returns the existing record if there is one; one that was not found is watched again. */
  openByNumber(jobId: number, at: number): Promise<JobRecord>
  /** Does nothing if the job is in another phase by now: the editor has stopped the watch, or its articles are here. */
  noteCheck(key: JobKey, note: CheckNote): Promise<void>
  /**
   * Stops or resumes watching a job, unless it is ready by now. A resumed job is due for a check at once, with its
   * failures cleared.
   */
  setPhase(key: JobKey, phase: 'watched' | 'stopped'): Promise<void>
  /** Renames a job (a blank name removes the name), or archives or unarchives it. */
  editJob(key: JobKey, set: { name?: string; archived?: boolean }): Promise<void>
}

/** A check of a job that did not return its articles. */
export interface CheckNote {
  readonly at: number
  readonly nextCheckAt?: number | undefined
  /** The phase that the note was made from. */
  readonly phaseBefore: JobRecord['phase']
  readonly phase: JobRecord['phase']
  readonly watchedMs?: number | undefined
  readonly state?: string | undefined
  readonly category?: string | undefined
  readonly failureWordCount: number
  readonly failedChecks: number
  readonly failure?: StoredFailure | undefined
}

export function storedJobs({ store, changes, now }: LibraryDependencies): JobMethods {
  /** Changes one record in its own transaction. Does nothing if the job is gone. */
  async function change(
    key: JobKey,
    next: (record: JobRecord) => JobRecord,
    replaces?: string,
  ): Promise<void> {
    const changing = async ({ jobs }: Pick<Tables, 'jobs'>) => {
      const record = await jobs.get(key)
      if (record) await jobs.put(next(record))
      return record !== undefined
    }
    const changed = await store.transaction('readwrite', ['jobs'], changing, replaces)
    if (changed) changes.announce({ jobs: [key] })
  }

  return {
    jobs: () =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => newestFirst(present(await jobs.all()))),
    removedJobs: () =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => newestFirst(removed(await jobs.all()))),
    job: (key) =>
      store.transaction('readonly', ['jobs'], async ({ jobs }) => {
        const record = await jobs.get(key)
        return record && withValidTimes(record)
      }),
    request: (key) =>
      store.transaction('readonly', ['requests'], async ({ requests }) => (await requests.get(key))?.request),

    async addSending(request, { key = newSentKey(), at, madeFrom, skipScope }) {
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
      const at = now()
      const { record, earlier, wasRemoved } = await store.transaction(
        'readwrite',
        ['jobs', 'requests', 'steps', 'settings'],
        (tables) => accept(tables, { key, jobId, at }),
      )
      changes.announce({
        jobs: [key, record.key, ...earlier],
        ...(wasRemoved && { lists: removalLists }),
      })
      return record
    },

    markUnconfirmed: (key, failure) =>
      change(key, (record) =>
        record.phase === 'sending' ? { ...record, phase: 'unconfirmed', failure } : record,
      ),

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
      const { opened, wasRemoved } = await store.transaction(
        'readwrite',
        ['jobs', 'steps', 'settings'],
        async (tables) => {
          const jobs = await tables.jobs.all()
          const known = currentJob(jobId, jobs)
          const opened = known
            ? { ...(known.phase === 'not-found' ? watchAgain(known, at) : known), removedAt: undefined }
            : openedRecord(freeKey(jobId, jobs), jobId, at)
          await tables.jobs.put(opened)
          const wasRemoved = known?.removedAt !== undefined
          if (wasRemoved) await forgetRemovals(tables, [known.key])
          return { opened, wasRemoved }
        },
      )
      changes.announce({
        jobs: [opened.key],
        ...(wasRemoved && { lists: removalLists }),
      })
      return opened
    },

    noteCheck: (key, note) => change(key, (record) => checkedRecord(record, note), `check of ${key}`),
    setPhase(key, phase) {
      const at = now()
      return change(key, (record) => phasedRecord(record, phase, at))
    },

    editJob(key, { name, archived }) {
      const at = now()
      return change(key, (record) => ({
        ...record,
        ...(name !== undefined && { name: name.trim() || undefined }),
        ...(archived !== undefined && { archivedAt: archived ? at : undefined }),
      }))
    },
  }
}

/** The key of a request until its job has a number. */
export const newSentKey = (): JobKey => `sent-${newId()}`
export const isSentKey = (key: JobKey): boolean => key.startsWith('sent-')

async function accept(
  { jobs, requests, ...undo }: Pick<Tables, 'jobs' | 'requests' | 'steps' | 'settings'>,
  { key, jobId, at }: { key: JobKey; jobId: number; at: number },
): Promise<{ record: JobRecord; earlier: JobKey[]; wasRemoved: boolean }> {
  const sent = await jobs.get(key)
  const all = await jobs.all()
  let known = currentJob(jobId, all)
  let earlier: JobRecord[] = []
  if (sent && known && isNumberReused(known, sent)) {
    earlier = jobsBeforeReset(all, known, { startedAt: sent.startedAt, jobId })
    for (const job of earlier) await jobs.put(retireJob(job))
    known = undefined
  }
  const free = freeKey(jobId, all)
  // If the request is gone, another tab has already handled the same response.
  const record = sent
    ? acceptedRecord(sent, { key: known?.key ?? free, jobId, known, at })
    : (known ?? openedRecord(free, jobId, at))
  await jobs.put(record)
  const stored = await requests.get(key)
  if (stored) await requests.put({ ...stored, jobKey: record.key })
  await jobs.delete(key)
  await requests.delete(key)
  const removed = [sent, known].flatMap((job) => (job?.removedAt === undefined ? [] : [job.key]))
  if (removed.length > 0) await forgetRemovals(undo, removed)
  return { record, earlier: earlier.map((job) => job.key), wasRemoved: removed.length > 0 }
}

/** The job that has this number at the service now. */
const currentJob = (jobId: number, jobs: readonly JobRecord[]): JobRecord | undefined =>
  jobs.find((job) => job.jobId === jobId && !job.isOfEarlierService)

/** The key of a new job: its number, with a suffix ("17-2") if jobs with that number exist. */
export function freeKey(jobId: number, jobs: readonly JobRecord[]): JobKey {
  const taken = new Set(jobs.map(({ key }) => key))
  let key = String(jobId)
  for (let count = 2; taken.has(key); count += 1) key = `${jobId}-${count}`
  return key
}

export const present = (records: readonly JobRecord[]): JobRecord[] =>
  records.map(withValidTimes).filter(({ removedAt }) => removedAt === undefined)

const removed = (records: readonly JobRecord[]): JobRecord[] =>
  records.map(withValidTimes).filter(({ removedAt }) => removedAt !== undefined)

export function newestFirst(records: JobRecord[]): JobRecord[] {
  return records.sort((a, b) => oldestFirst(b, a))
}

const blank = {
  failureWordCount: 0,
  failedChecks: 0,
  category: '',
  articleCount: 0,
  newCount: 0,
  skippedReturned: 0,
  setAsideCount: 0,
  setAside: [],
} as const

/** Maximum number of set-aside articles stored with a job. */
const setAsideKept = 100

function sendingRecord(
  key: JobKey,
  request: JobRequest,
  at: number,
  madeFrom: JobRecord | undefined,
): JobRecord {
  return {
    ...blank,
    key,
    request: summarize(request),
    madeFrom: madeFrom?.key,
    chain: madeFrom && chainOf(madeFrom),
    startedAt: at,
    phase: 'sending',
  }
}

function summarize({ idsToSkip, ...rest }: JobRequest): RequestSummary {
  return { ...rest, skipCount: countIds(idsToSkip) }
}

/** @param known the job, if it is known by its number already, see {@link isNumberReused} */
function acceptedRecord(
  sent: JobRecord,
  { key, jobId, known, at }: { key: JobKey; jobId: number; known: JobRecord | undefined; at: number },
): JobRecord {
  const { request, madeFrom, chain, skipScope, startedAt, firstSentAt } = sent
  const origin = { sentKey: sent.key, request, madeFrom, chain, skipScope, startedAt, firstSentAt }
  // Its number may have been opened before there was such a job.
  if (known) return { ...watchAgain(known, at), ...origin, removedAt: undefined }
  return {
    ...sent,
    key,
    jobId,
    sentKey: sent.key,
    phase: 'watched',
    failure: undefined,
    removedAt: undefined,
  }
}

function openedRecord(key: JobKey, jobId: number, at: number): JobRecord {
  return { ...blank, key, jobId, startedAt: at, phase: 'watched' }
}

function checkedRecord(record: JobRecord, { at, ...note }: CheckNote): JobRecord {
  // For a job of an earlier service, the response to its number is about another job.
  if (record.isOfEarlierService || record.phase !== note.phaseBefore) return record
  return {
    ...record,
    phase: note.phase,
    state: note.state ?? record.state,
    category: note.category ?? record.category,
    watchedMs: note.watchedMs ?? record.watchedMs,
    failureWordCount: note.failureWordCount,
    failedChecks: note.failedChecks,
    failure: note.failure,
    lastCheckAt: at,
    nextCheckAt: note.nextCheckAt,
  }
}

function phasedRecord(record: JobRecord, phase: 'watched' | 'stopped', at: number): JobRecord {
  if (record.isOfEarlierService) return record
  if (phase === 'watched') return watchAgain(record, at)
  // A stop may come while the result is being saved; only a ready job shows its articles.
  return record.phase === 'ready' ? record : { ...record, phase, nextCheckAt: undefined }
}

/** @param at when watching resumed, in milliseconds since the epoch; restarts the 24 hours until it rests */
function watchAgain(record: JobRecord, at: number): JobRecord {
  if (record.phase === 'ready') return record
  return {
    ...record,
    phase: 'watched',
    watchedSince: at,
    watchedMs: undefined,
    nextCheckAt: at,
    failureWordCount: 0,
    failedChecks: 0,
    failure: undefined,
  }
}

export function readyRecord(
  record: JobRecord,
  result: JobResult,
  counts: { at: number; newCount: number; skippedReturned: number },
): JobRecord {
  return {
    ...record,
    phase: 'ready',
    state: result.state,
    category: result.category,
    failureWordCount: 0,
    failedChecks: 0,
    failure: undefined,
    lastCheckAt: counts.at,
    nextCheckAt: undefined,
    readyAt: record.readyAt ?? counts.at,
    articleCount: result.articles.length,
    newCount: counts.newCount,
    skippedReturned: counts.skippedReturned,
    setAsideCount: result.setAside.length,
    setAside: result.setAside.slice(0, setAsideKept),
  }
}
