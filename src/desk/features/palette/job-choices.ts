import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import type { Choice } from './choices.ts'

/** Every job by its number and by what was asked for. */
export function jobChoices(jobs: readonly JobRecord[]): Choice[] {
  return jobs.map(({ key, jobId, request, category, phase }) => ({
    id: `job/${key}`,
    group: 'Jobs',
    label: jobId === undefined ? unnumbered(phase) : `Job ${jobId}`,
    detail: [request?.keywords.join(', '), request?.category ?? category].filter(Boolean).join(' in '),
    to: paths.job(key),
  }))
}

const unnumbered = (phase: JobRecord['phase']): string =>
  phase === 'sending' ? 'New request' : 'Unconfirmed request'

/** A job that this device does not know, by the number that was typed. */
export function unknownJobChoice(query: string, jobs: readonly JobRecord[]): Choice[] {
  const digits = /^\s*(?:job\s*)?#?([1-9]\d{0,14})\s*$/i.exec(query)?.[1]
  if (digits === undefined || jobs.some(({ key }) => key === digits)) return []
  return [
    {
      id: `job/${digits}`,
      group: 'Jobs',
      label: `Open job ${digits}`,
      detail: 'not on this device yet',
      to: paths.job(digits),
    },
  ]
}
