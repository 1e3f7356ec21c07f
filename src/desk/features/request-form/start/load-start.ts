import { emptyIdList } from '../../../../contract/ids.ts'
import type { WorkerApi } from '../../../worker-protocol/worker-api.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import type { formParts } from '../../../paths.ts'
import { blankForm, formOf, formOfDraft, isBlank, type FormState } from '../form-state.ts'

/** The initial state of the form. */
export interface Start {
  readonly form: FormState
  /** How a new form starts: it skips everything the editor already has, unless the form that was last sent did not. */
  readonly blank: FormState
  /** The form that saved the draft. */
  readonly draftOf?: string | undefined
  /** The form as it was made from a job; without one, it is the draft, which need not be written again. */
  readonly made?: FormState | undefined
  /** A half-filled form it replaced. */
  readonly replaced?: FormState | undefined
}

/** A part of the form, by its name in the address. */
export type FormPart = keyof typeof formParts

/** What the address asks for: `from` to collect more than a job brought, `again` to repeat a request. */
export interface StartingPoint {
  readonly from?: JobKey | undefined
  readonly again?: JobKey | undefined
}

/** The setting that keeps `skipEverything` of the form that was last sent. */
export const skipEverythingSetting = 'device/skip-everything'

/** Never rejects: if the library can't be read, an empty form is better than none. */
export async function loadStart(worker: WorkerApi, { from, again }: StartingPoint): Promise<Start> {
  const { library } = worker
  let blank = blankForm
  try {
    const [saved, skipEverything] = await Promise.all([
      library.draft(),
      library.setting(skipEverythingSetting),
    ])
    blank = { ...blankForm, skipEverything: skipEverything !== false }
    const draft = saved && formOfDraft(saved)
    const source = from ?? again
    const record = source && (await library.job(source))
    if (!record) return { form: draft ?? blank, blank, draftOf: saved?.formId }
    const replaced = draft && !saved.isUnedited && !isBlank(draft, blank) ? draft : undefined
    const form = await (from === undefined ? sameAgain(record, worker) : moreOf(record, worker))
    return { form, blank, made: form, replaced }
  } catch {
    return { form: blank, blank }
  }
}

/** A job within a sentence. */
export const theJob = ({ jobId }: JobRecord): string =>
  jobId === undefined ? 'an unconfirmed job' : `job ${jobId}`

const listName = (record: JobRecord): string => `Skipped by ${theJob(record)}`

async function sameAgain(record: JobRecord, { library }: WorkerApi): Promise<FormState> {
  const request = await library.request(record.key)
  if (!request || !record.isOfEarlierService) return formOf(request, listName(record))
  // At this service, the ids it skipped are those of other articles.
  return formOf({ ...request, idsToSkip: emptyIdList }, listName(record))
}

/**
 * The same request, skipping everything that has come since, and the named lists as they are now. Of its own ids it
 * keeps only those from neither source: an id un-skipped or forgotten since then must not be skipped again.
 */
async function moreOf(record: JobRecord, worker: WorkerApi): Promise<FormState> {
  if (record.isOfEarlierService) return { ...(await sameAgain(record, worker)), skipEverything: true }
  const { request } = (await worker.shownRequest(record.key)) ?? {}
  const lists = await worker.library.lists()
  const skipLists = (record.skipScope?.lists ?? []).filter((id) => lists.some((list) => list.id === id))
  const skips = { madeFrom: record.key, skipEverything: true, skipLists }
  if (!request) return { ...blankForm, ...skips }
  const idsToSkip = await worker.ownSkips(record.key, skipLists)
  return { ...formOf({ ...request, idsToSkip }, listName(record)), ...skips }
}
