import { countIds, emptyIdList, isArticleId, packInOrder, unpackInOrder } from '../../contract/ids.ts'
import { writeAnnotations } from './annotations/annotation-buckets.ts'
import { resultKeysOf } from './jobs/earlier-results.ts'
import {
  retiredId,
  type KnownService,
  retireAnnotation,
  namesAfterReset,
  readKnownService,
  readService,
  retireJob,
  retireDraft,
  retirePreset,
  serviceSetting,
} from './jobs/service-reset.ts'
import { isRetiredId } from './jobs/retired-id.ts'
import { draftSetting, type Card, type JobIds, type JobKey, type AnnotationOf } from './records.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'
import { newId } from './store/store.ts'
import type { StoredStep } from './store/rows.ts'
import { LibraryError } from './store/storage-errors.ts'
import type { Tables } from './store/store.ts'

export interface ServiceMethods {
  /**
   * Called with the identity of the service that responded, before the response is stored. If the identity differs from
   * the stored one, the service was reset and reuses its job and article numbers. Everything stored so far then gets
   * ids of its own, see {@link retiredId}, so that texts and decisions don't mix with those of other articles.
   */
  noticeService(id: string): Promise<void>
  /** The service noticed last; undefined if no service has identified itself. */
  service(): Promise<KnownService | undefined>
  /** Called when the editor has dismissed the notice of a reset. */
  dismissReset(): Promise<void>
}

const resetTables = [
  'settings',
  'jobs',
  'requests',
  'ids',
  'cards',
  'columns',
  'marks',
  'steps',
  'lists',
  'listIds',
  'named',
] as const

type ResetTables = Pick<Tables, (typeof resetTables)[number]>

export function serviceIdentity({ store, changes, now }: LibraryDependencies): ServiceMethods {
  let noticed: string | undefined

  const read = () => readKnownService(store)

  return {
    service: read,
    async dismissReset() {
      await store.transaction('readwrite', ['settings'], async ({ settings }) => {
        const known = readService((await settings.get(serviceSetting))?.value)
        if (known) await settings.put({ name: serviceSetting, value: { id: known.id } })
      })
      changes.announce({ service: 'reset-dismissed' })
    },
    async noticeService(id) {
      if (id === noticed) return
      const at = now()
      const resetId = newId()
      const before = await read().catch(unlessUnreadable)
      if (before === 'unreadable') return
      const retired = before?.id === id ? 'none' : await store.transaction('readwrite', resetTables, note)
      if (retired === 'unreadable') return
      noticed = id
      if (retired !== 'none')
        changes.announce({
          jobs: retired,
          articles: retired,
          annotations: 'many',
          lists: Object.keys(namesAfterReset),
          named: true,
          service: 'was-reset',
        })

      /** @returns the jobs that changed if the service was reset; "unreadable" if the device has stopped responding */
      async function note(tables: ResetTables): Promise<JobKey[] | 'none' | 'unreadable'> {
        const known = readService((await tables.settings.get(serviceSetting))?.value)
        if (before && !known) return 'unreadable'
        if (known?.id === id) return 'none'
        const value: KnownService = known ? { id, resetAt: at } : { id }
        await tables.settings.put({ name: serviceSetting, value })
        return known ? retireService(tables, known.id, { at, resetId }) : 'none'
      }
    },
  }
}

function unlessUnreadable(error: unknown): 'unreadable' {
  if (error instanceof LibraryError && error.reason === 'unavailable') return 'unreadable'
  throw error
}

interface Reset {
  readonly at: number
  /** Begins the ids of the lists that are made. */
  readonly resetId: string
}

async function retireService(tables: ResetTables, service: string, reset: Reset): Promise<JobKey[]> {
  const records = await tables.jobs.all()
  const jobs = records.filter(
    ({ jobId, earlierService }) => jobId !== undefined && earlierService === undefined,
  )
  const requests = records.filter(({ jobId }) => jobId === undefined)
  for (const { key } of requests) await clearIdsToSkip(tables, key)
  for (const job of jobs) {
    for (const resultKey of resultKeysOf(job)) await renameArticles(tables, resultKey, service)
    await tables.jobs.put(retireJob(job, service))
  }
  await renameAnnotations(tables, service)
  for (const named of await tables.named.all()) await tables.named.put(retirePreset(named))
  const draft = await tables.settings.get(draftSetting)
  if (draft) await tables.settings.put(retireDraft(draft))
  for (const step of await tables.steps.all()) await tables.steps.put(retireStep(step, service))
  for (const list of Object.keys(namesAfterReset) as (keyof typeof namesAfterReset)[])
    await retireList(tables, list, reset)
  return [...requests, ...jobs].map(({ key }) => key)
}

/** Sent again, the request would skip articles of the new service that have the same ids by chance. */
async function clearIdsToSkip({ jobs, requests }: ResetTables, key: JobKey): Promise<void> {
  const stored = await requests.get(key)
  const record = await jobs.get(key)
  if (!stored || !record?.request || record.request.skipCount === 0) return
  await requests.put({ ...stored, request: { ...stored.request, idsToSkip: emptyIdList } })
  await jobs.put({ ...record, request: { ...record.request, skipCount: 0 } })
}

async function renameArticles(tables: ResetTables, resultKey: JobKey, service: string): Promise<void> {
  const ids = await tables.ids.get(resultKey)
  if (!ids) return
  await tables.ids.put(retireIds(ids, service))
  // One page at a time: the cards of a job may not fit in memory.
  for (let page = 0; ; page += 1) {
    const known = await tables.cards.get(resultKey, page)
    if (!known) break
    await tables.cards.put([{ ...known, cards: known.cards.map((card) => retireCard(card, service)) }])
  }
  // Invalidates everything derived from these articles: it refers to them by their former ids.
  const columns = await tables.columns.get(resultKey)
  if (columns) await tables.columns.put({ ...columns, revision: newId() })
}

const retireCard = (card: Card, service: string): Card => ({
  ...card,
  id: retiredId(card.id, service),
  unsafeId: true,
})

const retireIds = (ids: JobIds, service: string): JobIds => ({
  jobKey: ids.jobKey,
  ...packInOrder(unpackInOrder(ids).map((id) => retiredId(id, service))),
  unsafe: new Set(ids.numbers.keys()),
})

async function renameAnnotations({ marks }: Pick<Tables, 'marks'>, service: string): Promise<void> {
  const all = (await marks.all()).flatMap((bucket) => [...bucket.marks])
  const renamed = all.filter(([id]) => !isRetiredId(id))
  // In one call, because a bucket holds the annotations of many articles.
  await writeAnnotations(marks, [
    ...renamed.map(([id]): AnnotationOf => [id, undefined]),
    ...renamed.map(([id, annotation]): AnnotationOf => [
      retiredId(id, service),
      retireAnnotation(annotation, service),
    ]),
  ])
}

/** Makes an undo restore the annotations of the renamed articles, and no ids of the earlier service. */
function retireStep({ key, before }: StoredStep, service: string): StoredStep {
  const marks = before.marks?.map(
    ([id, fields, ...labels]) =>
      [
        retiredId(id, service),
        isArticleId(fields.duplicateOf)
          ? { ...fields, duplicateOf: retiredId(fields.duplicateOf, service) }
          : fields,
        ...labels,
      ] as const,
  )
  const lists = before.lists?.filter(({ id }) => !Object.hasOwn(namesAfterReset, id))
  const named = before.named?.map(({ key, was }) => ({ key, was: was && retirePreset(was) }))
  return { key, before: { ...before, marks, lists, named } }
}

async function retireList(
  { lists, listIds }: Pick<Tables, 'lists' | 'listIds'>,
  list: keyof typeof namesAfterReset,
  { at, resetId }: Reset,
): Promise<void> {
  const ids = (await listIds.get(list))?.ids
  await listIds.delete(list)
  if (!ids || countIds(ids) === 0) return
  const id = `${resetId}-${list}`
  await lists.put({ id, name: namesAfterReset[list], count: countIds(ids), createdAt: at, updatedAt: at })
  await listIds.put({ listId: id, ids })
}
