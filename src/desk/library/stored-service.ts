import { countIds } from '../../contract/ids.ts'
import { writeAnnotations } from './annotations/annotation-buckets.ts'
import { answersOf } from './jobs/earlier-answers.ts'
import {
  idOfEarlierService,
  isIdOfEarlierService,
  type KnownService,
  markOfReset,
  namesAfterReset,
  readService,
  recordOfReset,
  serviceSetting,
} from './jobs/service-identity.ts'
import type { Card, JobIds, JobKey, AnnotationOf } from './records.ts'
import type { LibraryParts } from './store/library-parts.ts'
import { newId } from './store/new-id.ts'
import type { Before, StoredStep } from './store/rows.ts'
import { LibraryError } from './store/storage-errors.ts'
import type { Tables } from './store/store.ts'

export interface ServiceMethods {
  /**
   * Called with the identity of the service that has answered, before its answer is kept. Where it is another than
   * before, the service was reset: its numbers of jobs and articles name others now. What is here then goes on under ids
   * of its own, see {@link idOfEarlierService}, so that neither texts nor decisions meet those of other articles.
   */
  noticeService(id: string): Promise<void>
  /** What was noticed; undefined where no service has said which it is. */
  service(): Promise<KnownService | undefined>
  /** The editor has read that the service was reset. */
  resetWasRead(): Promise<void>
}

const tableNames = [
  'settings',
  'jobs',
  'ids',
  'cards',
  'columns',
  'marks',
  'steps',
  'lists',
  'listIds',
] as const

type ResetTables = Pick<Tables, (typeof tableNames)[number]>

export function storedService({ store, changes, now }: LibraryParts): ServiceMethods {
  let noticed: string | undefined

  /** Rejects where the device can't be read: nothing is known of the service then. */
  const read = () =>
    store.transaction('readonly', ['settings', 'lists'], async ({ settings, lists }) => {
      await lists.keys()
      return readService((await settings.get(serviceSetting))?.value)
    })

  return {
    service: read,
    async resetWasRead() {
      await store.transaction('readwrite', ['settings'], async ({ settings }) => {
        const known = readService((await settings.get(serviceSetting))?.value)
        if (known) await settings.put({ name: serviceSetting, value: { id: known.id } })
      })
      changes.announce({ jobs: [], service: true })
    },
    async noticeService(id) {
      if (id === noticed) return
      const before = await read().catch(unlessUnreadable)
      if (before === 'unreadable') return
      const reset = before?.id === id ? [] : await store.transaction('readwrite', tableNames, note)
      if (reset === undefined) return
      noticed = id
      if (reset.length > 0)
        changes.announce({
          jobs: reset,
          articles: reset,
          annotations: 'many',
          lists: Object.keys(namesAfterReset),
          steps: true,
          service: true,
        })

      /** Undefined where the device has ceased to answer meanwhile. @returns the jobs that are of an earlier service now */
      async function note(tables: ResetTables): Promise<JobKey[] | undefined> {
        const known = readService((await tables.settings.get(serviceSetting))?.value)
        if (before && !known) return undefined
        if (known?.id === id) return []
        const at = now()
        const value: KnownService = known ? { id, resetAt: at } : { id }
        await tables.settings.put({ name: serviceSetting, value })
        return known ? putAside(tables, known.id, at) : []
      }
    },
  }
}

function unlessUnreadable(error: unknown): 'unreadable' {
  if (error instanceof LibraryError && error.reason === 'unavailable') return 'unreadable'
  throw error
}

async function putAside(tables: ResetTables, service: string, at: number): Promise<JobKey[]> {
  const jobs = (await tables.jobs.all()).filter(
    ({ jobId, earlierService }) => jobId !== undefined && earlierService === undefined,
  )
  for (const job of jobs) {
    for (const answer of answersOf(job)) await renameArticles(tables, answer, service)
    await tables.jobs.put(recordOfReset(job, service))
  }
  await renameMarks(tables, service)
  for (const step of await tables.steps.all()) await tables.steps.put(stepOfReset(step, service))
  for (const list of Object.keys(namesAfterReset) as (keyof typeof namesAfterReset)[])
    await putListAside(tables, list, at)
  return jobs.map(({ key }) => key)
}

async function renameArticles(tables: ResetTables, answer: JobKey, service: string): Promise<void> {
  const ids = await tables.ids.get(answer)
  if (!ids) return
  await tables.ids.put(idsOfReset(ids, service))
  // A page at a time: a job may have more cards than there is memory.
  for (let page = 0; ; page += 1) {
    const known = await tables.cards.get(answer, page)
    if (!known) break
    await tables.cards.put([{ ...known, cards: known.cards.map((card) => cardOfReset(card, service)) }])
  }
  // Whatever was made of these articles names them by their former ids.
  const columns = await tables.columns.get(answer)
  if (columns) await tables.columns.put({ ...columns, revision: newId() })
}

const cardOfReset = (card: Card, service: string): Card => ({
  ...card,
  id: idOfEarlierService(card.id, service),
  unsafeId: true,
})

function idsOfReset({ jobKey, numbers, strings }: JobIds, service: string): JobIds {
  const positions = Array.from(numbers.keys())
  return {
    jobKey,
    numbers: new Float64Array(numbers.length).fill(Number.NaN),
    strings: new Map(
      positions.map((at) => [at, idOfEarlierService(strings.get(at) ?? numbers[at] ?? Number.NaN, service)]),
    ),
    unsafe: new Set(positions),
  }
}

async function renameMarks({ marks }: Pick<Tables, 'marks'>, service: string): Promise<void> {
  const all = (await marks.all()).flatMap((bucket) => [...bucket.marks])
  const renamed = all.filter(([id]) => !isIdOfEarlierService(id))
  // Not one by one: a bucket holds the marks of many.
  await writeAnnotations(marks, [
    ...renamed.map(([id]): AnnotationOf => [id, undefined]),
    ...renamed.map(([id, mark]): AnnotationOf => [
      idOfEarlierService(id, service),
      markOfReset(mark, service),
    ]),
  ])
}

/** What an undo would set goes to the articles it was taken from. */
function stepOfReset({ key, before }: StoredStep, service: string): StoredStep {
  const marks = before.marks?.map(
    ([id, fields]) =>
      [
        idOfEarlierService(id, service),
        fields.duplicateOf
          ? { ...fields, duplicateOf: idOfEarlierService(fields.duplicateOf, service) }
          : fields,
      ] as const,
  )
  // The ledger's own lists are put aside: an undo must not fill them with ids of the earlier service.
  const lists = before.lists?.filter(({ id }) => !(id in namesAfterReset))
  const kept: Before = { ...before, ...(marks && { marks }), ...(lists && { lists }) }
  return { key, before: kept }
}

async function putListAside(
  { lists, listIds }: Pick<Tables, 'lists' | 'listIds'>,
  list: keyof typeof namesAfterReset,
  at: number,
): Promise<void> {
  const ids = (await listIds.get(list))?.ids
  await listIds.delete(list)
  if (!ids || countIds(ids) === 0) return
  const id = newId()
  await lists.put({ id, name: namesAfterReset[list], count: countIds(ids), createdAt: at, updatedAt: at })
  await listIds.put({ listId: id, ids })
}
