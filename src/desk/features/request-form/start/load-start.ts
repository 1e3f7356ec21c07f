import type { WorkerApi } from '../../../worker-client/worker-api.ts'
import type { JobKey, JobRecord } from '../../../library/records.ts'
import type { formParts } from '../../../paths.ts'
import { blankForm, formOf, formOfDraft, isBlank, type FormState } from '../form-state.ts'
import { theJob } from '../job-words.ts'

/** What the form begins with. */
export interface Start {
  readonly form: FormState
  /** Whether it came from the draft, which then need not be written again. */
  readonly isDraft: boolean
  /** A half-filled form that gave way to it. */
  readonly replaced?: FormState | undefined
}

/** A part of the form, by what the address calls it. */
export type FormPart = keyof typeof formParts

/** What the address asks for: `from` to collect more than a job brought, `again` for the same request once more. */
export interface StartingPoint {
  readonly from?: JobKey | undefined
  readonly again?: JobKey | undefined
}

/** Never rejects: where the library can't be read, an empty form is better than none. */
export async function loadStart(worker: WorkerApi, { from, again }: StartingPoint): Promise<Start> {
  const { library } = worker
  try {
    const saved = await library.draft()
    const draft = saved && formOfDraft(saved)
    const source = from ?? again
    const record = source === undefined ? undefined : await library.job(source)
    if (!record) return { form: draft ?? blankForm, isDraft: true }
    const replaced = draft && !isBlank(draft) ? draft : undefined
    const form = await (from === undefined ? sameAgain(record, worker) : moreOf(record, worker))
    return { form, isDraft: false, replaced }
  } catch {
    return { form: blankForm, isDraft: true }
  }
}

const listName = (record: JobRecord): string => `Skipped by ${theJob(record)}`

const sameAgain = async (record: JobRecord, { library }: WorkerApi): Promise<FormState> =>
  formOf(await library.request(record.key), listName(record))

/**
 * The same request, with all that has come since skipped, and the lists that it named as they are now. Of its own
 * ids only those are left that come from neither: an id that was un-skipped since is not to be skipped again by them.
 */
async function moreOf(record: JobRecord, worker: WorkerApi): Promise<FormState> {
  const { request } = (await worker.shownRequest(record.key)) ?? {}
  const lists = await worker.library.lists()
  const skipLists = (record.skipScope?.lists ?? []).filter((id) => lists.some((list) => list.id === id))
  const skips = { madeFrom: record.key, skipEverything: true, skipLists }
  if (!request) return { ...blankForm, ...skips }
  const idsToSkip = await worker.ownSkips(record.key, skipLists)
  return { ...formOf({ ...request, idsToSkip }, listName(record)), ...skips }
}
