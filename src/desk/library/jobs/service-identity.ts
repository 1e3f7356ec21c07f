import type { ArticleId } from '../../../contract/ids.ts'
import type { JobRecord, LedgerList, Annotation } from '../records.ts'
import { textHash } from '../texts/text-hash.ts'
import type { RemovalList } from './removed-ids.ts'
import { recordOfEarlierService } from './service-reset.ts'

/** The service a library is of, where it says which it is. */
export interface KnownService {
  readonly id: string
  /** When it was found to be another one than before, until the editor has read of it. Milliseconds since the epoch. */
  readonly resetAt?: number | undefined
}

/** The setting under which it is kept; with it a backup says which service its ids are of. */
export const serviceSetting = 'service'

export function readService(value: unknown): KnownService | undefined {
  const { id, resetAt } = (value ?? {}) as Partial<Record<keyof KnownService, unknown>>
  if (typeof id !== 'string' || id === '') return undefined
  return { id, ...(typeof resetAt === 'number' && { resetAt }) }
}

/**
 * What an article of an earlier service is called from now on. No service knows it by that name, so it is never sent.
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

/** What the ledger's own lists are called as lists of the editor: they skip nothing by themselves any longer. */
export const namesAfterReset: Readonly<Record<LedgerList | RemovalList, string>> = {
  imported: 'Imported before the service was reset',
  'by-hand': 'Added by hand before the service was reset',
  released: 'Un-skipped before the service was reset',
  removed: 'Of jobs removed before the service was reset',
  forgotten: 'Forgotten before the service was reset',
}
