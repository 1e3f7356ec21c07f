import type { Intake } from '../../intake/intake.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { blankForm, formOf, formOfDraft, isBlank, type FormState } from './form-state.ts'
import { theJob } from './job-words.ts'

/** What the form begins with. */
export interface Start {
  readonly form: FormState
  /** Whether it came from the draft, which then need not be written again. */
  readonly isDraft: boolean
  /** A half-filled form that gave way to it. */
  readonly replaced?: FormState | undefined
}

/** What the address asks for: `from` to collect more than a job brought, `again` for the same request once more. */
export interface StartingPoint {
  readonly from?: JobKey | undefined
  readonly again?: JobKey | undefined
}

/** Never rejects: where the library can't be read, an empty form is better than none. */
export async function loadStart({ library }: Intake, { from, again }: StartingPoint): Promise<Start> {
  try {
    const saved = await library.draft()
    const draft = saved && formOfDraft(saved)
    const source = from ?? again
    const record = source === undefined ? undefined : await library.job(source)
    if (!record) return { form: draft ?? blankForm, isDraft: true }
    const form = formOf(await library.request(record.key), `Skipped by ${theJob(record)}`)
    const replaced = draft && !isBlank(draft) ? draft : undefined
    if (from === undefined) return { form, isDraft: false, replaced }
    const skipJobs = chainOf(record, await library.jobs()).map(({ key }) => key)
    return { form: { ...form, madeFrom: record.key, skipJobs }, isDraft: false, replaced }
  } catch {
    return { form: blankForm, isDraft: true }
  }
}

/** A job and the jobs that were made from one another with it, of those that brought articles. */
export function chainOf(job: JobRecord, jobs: readonly JobRecord[]): JobRecord[] {
  const first = job.chain ?? job.key
  return jobs.filter(({ key, chain, articleCount }) => articleCount > 0 && (chain ?? key) === first)
}
