import { jobNumber } from '../../../library/jobs/job-title.ts'
import type { LedgerReason } from '../../../library/records.ts'
import { capitalized, pluralize, figure } from '../../../ui/number-words.ts'
import type { LedgerPage, LedgerRow } from '../../../library/skips/ledger-page.ts'

export type LedgerFilter = LedgerReason | 'released' | undefined

/** The filters of the automatic list. Reasons without ids are omitted, unless shown. */
export function filtersOf({ counts, total }: LedgerPage, shown: LedgerFilter) {
  const named = (Object.keys(filterWords) as (LedgerReason | 'released')[])
    .filter((reason) => counts[reason] > 0 || reason === shown)
    .map((reason) => ({ reason: reason as LedgerFilter, label: filterWords[reason], count: counts[reason] }))
  return [{ reason: undefined as LedgerFilter, label: 'All', count: total }, ...named]
}

export const filterWords: Readonly<Record<LedgerReason | 'released', string>> = {
  received: 'Received',
  kept: 'Kept',
  rejected: 'Rejected',
  duplicate: 'Duplicates',
  exported: 'Exported',
  imported: 'From files',
  'by-hand': 'Added by you',
  released: 'No longer skipped',
}

/** Why an id is skipped, the most important reason first. */
export function reasonWords({ reasons, duplicateOf, jobs }: LedgerRow): string {
  const words = reasons.map((reason) => {
    if (reason === 'duplicate') return `duplicate of ${duplicateOf}`
    return reason === 'received' ? receivedWords(jobs) : plainWords[reason]
  })
  return words.length === 0 ? 'No longer has a reason' : capitalized(words.join(', '))
}

const plainWords: Readonly<Record<Exclude<LedgerReason, 'duplicate' | 'received'>, string>> = {
  kept: 'kept',
  rejected: 'rejected',
  exported: 'exported',
  imported: 'from a file',
  'by-hand': 'added by you',
}

function receivedWords(jobs: LedgerRow['jobs']): string {
  const [newest] = jobs
  if (newest === undefined) return 'received in a job since removed'
  const more = jobs.length > 1 ? ` and ${figure(jobs.length - 1)} more` : ''
  return `received in job ${jobNumber(newest)}${more}`
}

export function ledgerWords({ total, skippedCount }: LedgerPage): string {
  const released = total - skippedCount
  const all = `${capitalized(pluralize(total, 'id'))}, each with the reason it is skipped.`
  if (released === 0) return all
  return `${all} ${released === 1 ? '1 of them is' : `${figure(released)} of them are`} no longer skipped: a job may deliver ${released === 1 ? 'it' : 'them'} again.`
}
