import { type ArticleId, emptyIdList } from '../../../contract/ids.ts'
import { draftSetting, type Annotation, type JobRecord, type LedgerList, type Named } from '../records.ts'
import type { StoredSetting } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { textHash } from '../texts/text-hash.ts'
import type { RemovalList } from './removed-jobs.ts'
import { isRetiredId, ofEarlierService } from './retired-id.ts'

/** The service that a library belongs to, if the service identifies itself. */
export interface KnownService {
  readonly id: string
  /** When a reset was noticed, until the editor has dismissed the notice. Milliseconds since the epoch. */
  readonly resetAt?: number | undefined
}

/** Name of the setting that stores it. Backups include it, so they tell which service their ids belong to. */
export const serviceSetting = 'service'

export function readService(value: unknown): KnownService | undefined {
  const { id, resetAt } = (value ?? {}) as Partial<Record<keyof KnownService, unknown>>
  if (typeof id !== 'string' || id === '') return undefined
  return { id, ...(typeof resetAt === 'number' && { resetAt }) }
}

/** Rejects if the device can't be read: nothing is known about the service then. */
export const readKnownService = (store: Store): Promise<KnownService | undefined> =>
  store.transaction('readonly', ['settings'], async ({ settings }) =>
    readService((await settings.get(serviceSetting))?.value),
  )

/**
 * Returns the id by which an article of an earlier service is stored. No service knows such an id, so it is never sent.
 *
 * @param service the identity of that service
 */
export function retiredId(id: ArticleId, service: string): string {
  if (isRetiredId(id)) return id
  const written = typeof id === 'number' ? id : JSON.stringify(id)
  return `${written}${ofEarlierService}${textHash({ title: service, text: '' }).toString(36)}`
}

export function retireAnnotation(annotation: Annotation, service: string): Annotation {
  const { duplicateOf } = annotation
  return duplicateOf === undefined
    ? annotation
    : { ...annotation, duplicateOf: retiredId(duplicateOf, service) }
}

/**
 * Used later, a preset would skip articles of this service that have the same ids as those pasted into it by chance, or
 * came in a job of the same number.
 */
export const retirePreset = (named: Named): Named =>
  named.kind === 'preset'
    ? { ...named, value: { ...(named.value as object), pasted: emptyIdList, skipJobs: [] } }
    : named

/** The same for the unfinished request, if it is this setting. */
export const retireDraft = (setting: StoredSetting): StoredSetting =>
  setting.name === draftSetting
    ? {
        ...setting,
        value: {
          ...(setting.value as object),
          idText: '',
          idsToSkip: emptyIdList,
          skipJobs: [],
          madeFrom: undefined,
        },
      }
    : setting

/** After a reset the ledger's own lists become ordinary lists with these names, and no longer skip anything. */
export const namesAfterReset: Readonly<Record<LedgerList | RemovalList, string>> = {
  imported: 'Imported before the service was reset',
  'by-hand': 'Added by you before the service was reset',
  released: 'No longer skipped before the service was reset',
  removed: 'From jobs removed before the service was reset',
  forgotten: 'Forgotten before the service was reset',
}

/**
 * Tells whether the response to a request names a different job than the known one with the same number: a service that
 * was reinstalled or lost its data assigns numbers a second time.
 *
 * @param known the job with that number, not yet known to belong to an earlier service
 */
export function isNumberReused(known: JobRecord, sent: JobRecord): boolean {
  // Two requests with the same number are two jobs. But a backup can bring back a request that has got its response
  // since, and a service that knows idempotency keys returns the same job once more.
  if (known.request) return firstSentAt(known) !== firstSentAt(sent)
  // Opened by number: it may be the job of this request, unless it was ready before the request was sent.
  return known.readyAt !== undefined && known.readyAt < firstSentAt(sent)
}

const firstSentAt = (record: JobRecord): number => record.firstSentAt ?? record.startedAt

/**
 * Returns the jobs made before the service was reset. Job numbers only rise, so the reset came before the first number
 * that is lower than an earlier one; all jobs made or opened since then belong to the current service.
 *
 * @param jobs all jobs of the library
 * @param known the job whose number was assigned again to the request `sent`
 */
export function jobsBeforeReset(
  jobs: readonly JobRecord[],
  known: JobRecord,
  sent: { readonly startedAt: number; readonly jobId: number },
): JobRecord[] {
  const made = jobs.filter((job): job is JobRecord & { jobId: number } =>
    Boolean(job.request && job.jobId !== undefined && !job.isOfEarlierService),
  )
  const inOrder = [...made, sent].sort((a, b) => a.startedAt - b.startedAt)
  let highest = 0
  let beganAt = sent.startedAt
  for (const { jobId, startedAt } of inOrder) {
    if (jobId < highest) {
      beganAt = startedAt
      break
    }
    highest = jobId
  }
  return jobs.filter(
    (job) =>
      job.jobId !== undefined &&
      !job.isOfEarlierService &&
      (job.key === known.key || job.startedAt < beganAt),
  )
}

/**
 * Marks a job as one of an earlier service. Its number now names another job, so one that was still watched will never
 * finish.
 *
 * @param service the identity of that service, if the ids of the job's articles are retired as well
 */
export function retireJob(record: JobRecord, service?: string): JobRecord {
  const isOver = record.phase === 'ready' || record.phase === 'failed'
  return {
    ...record,
    isOfEarlierService: true,
    ...(service !== undefined && { earlierService: service }),
    phase: isOver ? record.phase : 'not-found',
    nextCheckAt: undefined,
  }
}
