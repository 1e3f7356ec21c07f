import type { ArticleId } from '../../../contract/ids.ts'
import type { JobRecord, LedgerList, Annotation } from '../records.ts'
import { textHash } from '../texts/text-hash.ts'
import type { RemovalList } from './removed-ids.ts'
import { recordOfEarlierService } from './service-reset.ts'

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

/**
 * Returns the id by which an article of an earlier service is stored. No service knows such an id, so it is never sent.
 *
 * @param service the identity of that service
 */
export function idOfEarlierService(id: ArticleId, service: string): string {
  if (isIdOfEarlierService(id)) return id
  const written = typeof id === 'number' ? id : JSON.stringify(id)
  return `${written}${between}${textHash({ title: service, text: '' }).toString(36)}`
}

export const isIdOfEarlierService = (id: ArticleId): id is string =>
  typeof id === 'string' && ofEarlierService.test(id)

const between = ' of earlier service '
const ofEarlierService = new RegExp(`${between}[\\da-z]+$`)

export const recordOfReset = (record: JobRecord, service: string): JobRecord => ({
  ...recordOfEarlierService(record),
  earlierService: service,
})

export function markOfReset(mark: Annotation, service: string): Annotation {
  const { duplicateOf } = mark
  return duplicateOf === undefined ? mark : { ...mark, duplicateOf: idOfEarlierService(duplicateOf, service) }
}

/** After a reset the ledger's own lists become ordinary lists with these names, and no longer skip anything. */
export const namesAfterReset: Readonly<Record<LedgerList | RemovalList, string>> = {
  imported: 'Imported before the service was reset',
  'by-hand': 'Added by hand before the service was reset',
  released: 'Un-skipped before the service was reset',
  removed: 'Of jobs removed before the service was reset',
  forgotten: 'Forgotten before the service was reset',
}
