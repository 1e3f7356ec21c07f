import type { Article } from '../../../contract/article.ts'
import type { ArticleId } from '../../../contract/ids.ts'
import { countIds, emptyIdList, subtractIds, uniteIds } from '../../../contract/ids.ts'
import {
  readAnnotations,
  sameAnnotation,
  compactAnnotation,
  withLabels,
  writeAnnotations,
} from '../annotations/annotation-buckets.ts'
import { isDeviceSetting, nothingRestored } from './backup.ts'
import type { BackupValues, LibraryRecord, Restored } from './backup.ts'
import { beginJob, continueJob, jobTables } from './restore-job.ts'
import type { RestoredJob, Restoring } from './restore-job.ts'
import { jobOfResult } from '../jobs/earlier-results.ts'
import { idsOfList, type RemovalList } from '../jobs/removed-jobs.ts'
import {
  retiredId,
  retireAnnotation,
  namesAfterReset,
  readKnownService,
  retireDraft,
  retireJob,
  retirePreset,
  serviceSetting,
} from '../jobs/service-reset.ts'
import type { Tables } from '../store/store.ts'
import {
  addressOfView,
  type JobKey,
  type LedgerList,
  type Annotation,
  type AnnotationOf,
  type Named,
} from '../records.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'
import { keyOf, readLog } from '../undo/undo-log.ts'

export interface RestoreMethods {
  /**
   * Adds records of a backup to the library, in one transaction: jobs, each with the articles after it; more articles of
   * the last of them; or any number of records of other kinds. Deletes nothing, but for a request without a response
   * whose job it brings, and replaces nothing with anything older, except what was cleared in an annotation (see
   * `mergeAnnotations`): when is not known. Restoring the same records again adds nothing.
   *
   * @param madeBy the identity of the backup's service, if known. Records of a different service are kept apart from
   *   those in the library.
   */
  restorePart(records: readonly LibraryRecord[], madeBy?: string): Promise<Restored>
}

export function storedRestore({ store, changes }: LibraryDependencies): RestoreMethods {
  let last: { job?: RestoredJob } = {}

  async function restoreJobs(
    works: readonly ReturnType<typeof beginJob | typeof continueJob>[],
  ): Promise<Restored> {
    // If the device refuses this, it is repeated later and may find another state, as may the work after it.
    const [before, own]: [typeof last, typeof last] = [last, {}]
    const done = await store.transaction('readwrite', jobTables, async (tables) => {
      const keys = new Set(await tables.jobs.keys())
      let { job } = before
      const all: Restoring[] = []
      for (const work of works) {
        const restoring = await work(tables, job!, keys)
        ;({ job } = restoring)
        all.push(restoring)
      }
      own.job = job
      return all
    })
    last = own
    const changed = done.map(({ change }) => change)
    changes.announce({
      jobs: changed.flatMap(({ jobs = [] }) => jobs),
      articles: changed.flatMap(({ articles = [] }) => articles),
      lists: changed.find(({ lists }) => lists)?.lists,
    })
    const sumOf = (what: 'jobs' | 'articles') => done.reduce((sum, { restored }) => sum + restored[what], 0)
    return { ...nothingRestored, jobs: sumOf('jobs'), articles: sumOf('articles') }
  }

  return {
    async restorePart(given, madeBy) {
      const known = madeBy === undefined ? undefined : await readKnownService(store)
      const records =
        madeBy !== undefined && known && known.id !== madeBy
          ? given.map((record) => retireRecord(record, madeBy))
          : given
      const [first] = records
      if (!first) return nothingRestored
      if (first.kind === 'job') return restoreJobs(beginJobs(records))
      if (first.kind === 'articles') {
        // Articles without their job can't be placed.
        const { job } = last
        return job ? restoreJobs([continueJob(job, articlesOf(records, job.keyInBackup))]) : nothingRestored
      }
      // They come before the jobs: another backup begins.
      last = {}
      const { restored, change } = await store.transaction('readwrite', recordTables, (tables) =>
        restoreRecords(tables, records),
      )
      changes.announce(change)
      return restored
    },
  }
}

/** Each job has the articles after it. */
function beginJobs(records: readonly LibraryRecord[]) {
  const begins = records.flatMap(({ kind }, at) => (kind === 'job' ? [at] : []))
  return begins.flatMap((at, place) => {
    const job = records[at]
    if (job?.kind !== 'job') return []
    return [beginJob(job.value, articlesOf(records.slice(at, begins[place + 1]), job.value.record.key))]
  })
}

function articlesOf(records: readonly LibraryRecord[], key: JobKey): Map<JobKey, Article[]> {
  const results = new Map<JobKey, Article[]>()
  for (const { kind, value } of records) {
    if (kind !== 'articles' || jobOfResult(value.answer) !== key) continue
    const known = results.get(value.answer) ?? []
    for (const article of value.articles) known.push(article)
    results.set(value.answer, known)
  }
  return results
}

/** Renames a record as if its service had been this library's before a reset. */
function retireRecord(record: LibraryRecord, service: string): LibraryRecord {
  const { kind, value } = record
  if (kind === 'job' && value.record.earlierService === undefined) {
    // The jobs it was made from may have other keys here.
    const unknown = { madeFrom: undefined, chain: undefined, skipScope: undefined }
    const job = { ...value.record, ...unknown }
    if (job.jobId !== undefined) return { kind, value: { ...value, record: retireJob(job, service) } }
    // Sent again, it would skip articles of this service that have the same ids by chance.
    return {
      kind,
      value: {
        record: { ...job, request: job.request && { ...job.request, skipCount: 0 } },
        request: value.request && { ...value.request, idsToSkip: emptyIdList },
      },
    }
  }
  if (kind === 'articles') {
    const articles = value.articles.map((article): Article => ({
      ...article,
      id: retiredId(article.id, service),
      unsafeId: true,
    }))
    return { kind, value: { ...value, articles } }
  }
  if (kind === 'mark')
    return { kind, value: [retiredId(value[0], service), retireAnnotation(value[1], service)] }
  if (kind === 'named') return { kind, value: withoutJob(retirePreset(value)) }
  if (kind === 'setting') return { kind, value: retireDraft(value) }
  if (kind !== 'list' || value.list) return record
  // One of the ledger's own lists: in this library its ids would skip other articles.
  const name = Object.hasOwn(namesAfterReset, value.id) ? namesAfterReset[value.id as LedgerList] : value.id
  const id = retiredId(value.id, service)
  const list = { id, name, count: countIds(value.ids), createdAt: 0, updatedAt: 0 }
  return { kind, value: { id, list, ids: value.ids } }
}

/** In this library, the number in the address of a view may be that of another job. */
function withoutJob(named: Named): Named {
  const address = addressOfView(named)
  if (named.kind !== 'view' || address === undefined) return named
  const filters = new URLSearchParams(address)
  filters.delete('job')
  filters.delete('chain')
  return { ...named, value: { ...(named.value as object), address: String(filters) } }
}

const recordTables = ['jobs', 'marks', 'steps', 'lists', 'listIds', 'named', 'settings'] as const

async function restoreRecords(
  tables: Pick<Tables, (typeof recordTables)[number]>,
  records: readonly LibraryRecord[],
): Promise<Restoring> {
  const marks = await restoreAnnotations(
    tables,
    records.flatMap((record) => (record.kind === 'mark' ? [record.value] : [])),
  )
  const lists: string[] = []
  let named = 0
  let settings = 0
  for (const record of records) {
    if (record.kind === 'list' && (await restoreList(tables, record.value))) lists.push(record.value.id)
    if (record.kind === 'named' && (await restoreNamed(tables, record.value))) named += 1
    if (record.kind === 'setting' && (await restoreSetting(tables, record.value))) settings += 1
  }
  return {
    restored: { ...nothingRestored, marks, lists: lists.length, named },
    change: {
      ...(marks > 0 && { annotations: 'many' }),
      ...(lists.length > 0 && { lists }),
      ...(named > 0 && { named: true }),
      ...(settings > 0 && { settings: true }),
    },
  }
}

async function restoreAnnotations(
  tables: Pick<Tables, 'marks' | 'steps' | 'settings'>,
  there: readonly BackupValues['mark'][],
): Promise<number> {
  const here = new Map(
    await readAnnotations(
      tables.marks,
      there.map(([id]) => id),
    ),
  )
  const merged = new Map(here)
  for (const [id, annotation] of there) merged.set(id, mergeAnnotations(merged.get(id), annotation))
  const changed: AnnotationOf[] = [...merged].filter(
    ([id, annotation]) => !sameAnnotation(annotation, here.get(id)),
  )
  await writeAnnotations(tables.marks, changed)
  const isAdded = ([id]: BackupValues['mark']) => merged.get(id)?.note !== here.get(id)?.note
  await keepWhenUndone(tables, new Map(there.filter(isAdded).map(([id, { note }]) => [id, note])))
  return changed.length
}

/** Undoing what was written here before must not take back the notes that the backup has added since. */
async function keepWhenUndone(
  { steps, settings }: Pick<Tables, 'steps' | 'settings'>,
  added: ReadonlyMap<ArticleId, string | undefined>,
): Promise<void> {
  if (added.size === 0) return
  for (const { kind, seq } of (await readLog({ settings })).steps) {
    const step = kind === 'note' ? await steps.get(keyOf(seq)) : undefined
    if (!step?.before.marks?.some(([id]) => added.has(id))) continue
    const marks = step.before.marks.map(([id, fields, ...after]) => {
      const note = mergeNotes(fields.note ?? undefined, added.get(id)) ?? null
      return [id, { ...fields, note }, ...after] as const
    })
    await steps.put({ ...step, before: { ...step.before, marks } })
  }
}

/** A map, as the file may have a list with the id of what every object has: "constructor". */
const oppositeOf: ReadonlyMap<string, RemovalList> = new Map([
  ['removed', 'forgotten'],
  ['forgotten', 'removed'],
])

/** Unites a list with the one of the same id in the library, which keeps its name. */
async function restoreList(
  tables: Pick<Tables, 'lists' | 'listIds'>,
  { id, list, ids: idsThere }: BackupValues['list'],
): Promise<boolean> {
  // No id is in both: whether its articles may be collected again was decided here.
  const opposite = list ? undefined : oppositeOf.get(id)
  const ids = opposite ? subtractIds(idsThere, await idsOfList(tables, opposite)) : idsThere
  const here = (await tables.listIds.get(id))?.ids
  const known = await tables.lists.get(id)
  if (here && (known || !list) && countIds(subtractIds(ids, here)) === 0) return false
  const both = here ? uniteIds([here, ids]) : ids
  await tables.listIds.put({ listId: id, ids: both })
  const record = known ?? list
  if (record) await tables.lists.put({ ...record, id, count: countIds(both) })
  return true
}

async function restoreNamed(
  { named }: Pick<Tables, 'named'>,
  there: BackupValues['named'],
): Promise<boolean> {
  const here = await named.get(there.key)
  if (here && here.updatedAt >= there.updatedAt) return false
  await named.put(there)
  return true
}

async function restoreSetting(
  { settings, jobs }: Pick<Tables, 'settings' | 'jobs'>,
  there: BackupValues['setting'],
): Promise<boolean> {
  if (isDeviceSetting(there.name)) return false
  // A backup must not change which service the existing jobs belong to.
  if (there.name === serviceSetting && (await jobs.keys()).length > 0) return false
  if (await settings.get(there.name)) return false
  await settings.put(there)
  return true
}

/**
 * Merges two annotations made on different devices: the later decision, the first reading, the last export, the labels
 * of both, and both notes if they differ. Idempotent.
 */
export function mergeAnnotations(here: Annotation | undefined, there: Annotation): Annotation | undefined {
  if (!here) return compactAnnotation(there)
  const later = (there.decidedAt ?? -Infinity) > (here.decidedAt ?? -Infinity) ? there : here
  // A reason may have been given after the decision, whose time it doesn't change.
  const same = here.decision === there.decision && here.decidedAt === there.decidedAt ? there : undefined
  return compactAnnotation({
    decision: later.decision,
    decidedAt: later.decidedAt,
    duplicateOf: later.duplicateOf ?? same?.duplicateOf,
    reason: later.reason ?? same?.reason,
    labels: withLabels(here.labels, { addLabels: there.labels }),
    readAt: extreme(Math.min, here.readAt, there.readAt),
    exportedAt: extreme(Math.max, here.exportedAt, there.exportedAt),
    note: mergeNotes(here.note, there.note),
  })
}

function extreme(of: (...values: number[]) => number, ...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : of(...known)
}

function mergeNotes(here: string | undefined, there: string | undefined): string | undefined {
  if (here === undefined || there === undefined) return here ?? there
  if (there.includes(here.trim())) return there
  return here.includes(there.trim()) ? here : `${here.trimEnd()}\n\n${there}`
}
