import type { ArticleId, IdList } from '../../../contract/ids.ts'
import { countIds, emptyIdList, subtractIds, uniteIds, unpackInOrder } from '../../../contract/ids.ts'
import {
  editedAnnotation,
  readAnnotations,
  sameAnnotation,
  writeAnnotations,
  annotationFields,
  sameField,
  compactAnnotation,
  withLabels,
} from './annotation-buckets.ts'
import { codeOf } from './decision-codes.ts'
import type { JobDecisions, JobSort } from './decision-codes.ts'
import { columnsOf, readCards } from '../jobs/result-pages.ts'
import { idsOfList } from '../jobs/removed-jobs.ts'
import type {
  JobIds,
  JobKey,
  Annotation,
  AnnotationResult,
  AnnotationEdit,
  AnnotationOf,
  Step,
  StepAction,
  UndoneStep,
} from '../records.ts'
import { withValidTimes } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { logStep, readLog, popStep } from '../undo/undo-log.ts'
import type { LibraryDependencies } from '../store/library-dependencies.ts'
import type { Before, BeforeAnnotation, ListBefore } from '../store/rows.ts'

/** The editor's annotations of articles, and undo. */
export interface AnnotationMethods {
  /** The decisions on a job's articles, by position; undefined if the job has no articles. */
  decisions(key: JobKey): Promise<JobDecisions | undefined>
  /** The positions of a job's articles in the given order. Ties keep the service's order. */
  jobOrder(key: JobKey, sort: JobSort): Promise<Uint32Array>
  /** In the order of the ids; undefined for articles without an annotation. */
  annotations(ids: readonly ArticleId[]): Promise<AnnotationOf[]>
  /**
   * Annotates articles, all or nothing.
   *
   * @param action makes the change a step that can be undone; omit it for changes such as opening an article
   * @param shownAt the time stamp, if the page has already shown the change; its origin is then "page"
   */
  annotate(edits: readonly AnnotationEdit[], action?: StepAction, shownAt?: number): Promise<AnnotationResult>
  /** The steps that can be undone, latest first: at most 200 of this account, from any tab and day. */
  steps(): Promise<Step[]>
  /**
   * Undoes and returns the latest step; undefined if there is none. Later changes are kept. Rejects if it can't be read.
   *
   * @param meant if given, nothing is undone unless it is the latest
   */
  undo(meant?: Step): Promise<UndoneStep | undefined>
}

export function storedAnnotations({ store, changes, now }: LibraryDependencies): AnnotationMethods {
  const steps = () =>
    store.transaction('readonly', ['settings'], async (tables) =>
      (await readLog(tables)).steps.map(withValidTimes).toReversed(),
    )

  return {
    decisions: (key) =>
      store.transaction('readonly', ['ids', 'marks'], (tables) => readDecisions(tables, key)),

    jobOrder: (key, sort) =>
      store.transaction('readonly', ['ids', 'marks', 'columns', 'cards'], (tables) =>
        orderJob(tables, key, sort),
      ),

    annotations: (ids) =>
      store.transaction('readonly', ['marks'], ({ marks }) => readAnnotations(marks, ids)),

    async annotate(edits, action, shownAt) {
      const at = shownAt ?? now()
      const { changed, step } = await store.transaction('readwrite', annotationTables, (tables) =>
        applyEdits(tables, edits, action, at),
      )
      const annotations = listOrMany(changed)
      const origin = shownAt === undefined ? undefined : 'page'
      if (annotations) changes.announce({ annotations, origin })
      return { annotations: annotations ?? [], step }
    },

    steps,

    async undo(meant) {
      // If the device refuses this, it is repeated later, when another step may be the latest.
      let wanted: Step | undefined
      const undone = await store.transaction('readwrite', undoTables, async (tables) => {
        if (meant && !wanted && (await readLog(tables)).steps.at(-1)?.seq !== meant.seq) return undefined
        const undone = await undoStep(tables, wanted)
        wanted ??= undone?.step
        return undone
      })
      if (!undone) {
        // Rejects if the steps can't be read: there may be one.
        await steps()
        return undefined
      }
      const { step, before, annotations } = undone
      changes.announce({
        jobs: before.jobs,
        annotations: listOrMany(annotations),
        lists: before.lists?.map(({ id }) => id),
        named: before.named ? true : undefined,
      })
      const [article] = before.marks?.[0] ?? []
      return article === undefined ? step : { ...step, article }
    },
  }
}

/** Above this number, reading all annotations is faster than looking up each one. */
const maxLookedUp = 400

async function readDecisions(
  { ids, marks }: Pick<Tables, 'ids' | 'marks'>,
  key: JobKey,
): Promise<JobDecisions | undefined> {
  const jobIds = await ids.get(key)
  if (!jobIds) return undefined
  const { inOrder, known } = await annotationsOfJob({ marks }, jobIds)
  const labels = new Map<number, readonly string[]>()
  let lastRead: { at: number; position: number } | undefined
  for (const [position, id] of inOrder.entries()) {
    const { labels: own, readAt } = known.get(id) ?? {}
    if (own) labels.set(position, own)
    if (readAt !== undefined && readAt >= (lastRead?.at ?? 0)) lastRead = { at: readAt, position }
  }
  const codes = Uint8Array.from(inOrder, (id) => codeOf(known.get(id)?.decision))
  return { ids: jobIds, codes, labels, lastRead: lastRead?.position }
}

async function orderJob(
  { ids, marks, columns, cards }: Pick<Tables, 'ids' | 'marks' | 'columns' | 'cards'>,
  key: JobKey,
  sort: JobSort,
): Promise<Uint32Array> {
  const jobIds = await ids.get(key)
  if (!jobIds) return new Uint32Array()
  const positions = Uint32Array.from(jobIds.numbers.keys())
  if (sort === 'unread') {
    const { inOrder, known } = await annotationsOfJob({ marks }, jobIds)
    const isRead = inOrder.map((id) => Number(known.get(id)?.readAt !== undefined))
    return positions.sort((a, b) => isRead[a]! - isRead[b]! || a - b)
  }
  // Older desks stored no columns.
  const known = (await columns.get(key)) ?? columnsOf(key, await readCards({ cards }, key))
  const counts = sort === 'longest' ? known.wordCounts : known.hitCounts
  return positions.sort((a, b) => counts[b]! - counts[a]! || a - b)
}

async function annotationsOfJob({ marks }: Pick<Tables, 'marks'>, jobIds: JobIds) {
  const inOrder = unpackInOrder(jobIds)
  const known: ReadonlyMap<ArticleId, Annotation | undefined> =
    inOrder.length > maxLookedUp
      ? new Map((await marks.all()).flatMap((bucket) => [...bucket.marks]))
      : new Map(await readAnnotations(marks, inOrder))
  return { inOrder, known }
}

/** New annotations are sent to every tab. Above this number, it is cheaper for a tab to read those in view. */
const maxAnnounced = 2_000

const listOrMany = (annotations: readonly AnnotationOf[]): readonly AnnotationOf[] | 'many' | undefined => {
  if (annotations.length === 0) return undefined
  return annotations.length > maxAnnounced ? 'many' : annotations
}

const annotationTables = ['marks', 'steps', 'settings'] as const

async function applyEdits(
  tables: Pick<Tables, (typeof annotationTables)[number]>,
  edits: readonly AnnotationEdit[],
  action: StepAction | undefined,
  at: number,
) {
  const was = new Map(await readAnnotations(tables.marks, [...new Set(edits.flatMap(({ ids }) => ids))]))
  const is = new Map(was)
  for (const edit of edits) for (const id of edit.ids) is.set(id, editedAnnotation(is.get(id), edit, at))
  const changed: AnnotationOf[] = [...is].filter(
    ([id, annotation]) => !sameAnnotation(annotation, was.get(id)),
  )
  if (changed.length === 0) return { changed, step: undefined }
  await writeAnnotations(tables.marks, changed)
  const before = {
    marks: changed.map(([id, annotation = {}]) => {
      const fields = beforeOf(was.get(id), annotation)
      const labels = 'labels' in fields ? (annotation.labels ?? []) : undefined
      return [id, fields, labels, annotation.decidedAt ?? null] as const
    }),
  }
  const step = action && (await logStep(tables, action, { at, count: changed.length, before }))
  return { changed, step }
}

/** The tables that a step may have changed. */
const undoTables = ['steps', 'settings', 'marks', 'lists', 'listIds', 'named', 'jobs'] as const

/** Undoes the latest step, or the one that is wanted, if it is there. */
async function undoStep(
  tables: Pick<Tables, (typeof undoTables)[number]>,
  wanted: Step | undefined,
): Promise<{ step: Step; before: Before; annotations: AnnotationOf[] } | undefined> {
  const popped = await popStep(tables, wanted)
  if (!popped) return undefined
  const { step, before } = popped
  const annotations = await revertAnnotations(tables, before.marks ?? [], step.at)
  for (const list of before.lists ?? []) await restoreList(tables, list)
  for (const { key, was } of before.named ?? [])
    await (was ? tables.named.put(was) : tables.named.delete(key))
  for (const key of before.jobs ?? []) {
    const record = await tables.jobs.get(key)
    if (record) await tables.jobs.put({ ...record, removedAt: undefined })
  }
  return { step, before, annotations }
}

/**
 * Field by field, to keep what changed since, such as the time of an export, or a decision from a backup.
 *
 * @param at when the step was made
 */
async function revertAnnotations(
  { marks }: Pick<Tables, 'marks'>,
  before: NonNullable<Before['marks']>,
  at: number,
): Promise<AnnotationOf[]> {
  const current = await readAnnotations(
    marks,
    before.map(([id]) => id),
  )
  const restored = current.map(([id, annotation], index): AnnotationOf => {
    const next: Record<string, unknown> = { ...annotation }
    const [, fields = {}, labels, leftAt] = before[index] ?? []
    const decidedAt = annotation?.decidedAt
    const isDecidedSince = leftAt === undefined ? (decidedAt ?? at) > at : (decidedAt ?? null) !== leftAt
    for (const [field, value] of Object.entries(fields))
      if (!isDecidedSince || !ofDecision.has(field)) next[field] = value ?? undefined
    // Reverts the changes of the step, but keeps labels that a backup has added since.
    if (labels) next['labels'] = withLabels(annotation?.labels, reverseOf(fields.labels ?? [], labels))
    return [id, compactAnnotation(next)]
  })
  await writeAnnotations(marks, restored)
  return restored.filter(([, annotation], index) => !sameAnnotation(annotation, current[index]?.[1]))
}

const reverseOf = (before: readonly string[], after: readonly string[]) => ({
  addLabels: before.filter((label) => !after.includes(label)),
  removeLabels: after.filter((label) => !before.includes(label)),
})

const ofDecision: ReadonlySet<string> = new Set([
  'decision',
  'decidedAt',
  'reason',
  'duplicateOf',
] satisfies (keyof Annotation)[])

/** A list that the step made stays if other ids were added to it since. */
async function restoreList(
  { lists, listIds }: Pick<Tables, 'lists' | 'listIds'>,
  step: ListBefore,
): Promise<void> {
  const { id, was } = step
  const current = await lists.get(id)
  const ids = await idsBefore({ listIds }, step)
  const isLeft = was?.list !== undefined || (ids !== undefined && countIds(ids) > 0)
  const list = was?.list ?? current
  if (!isLeft) await lists.delete(id)
  else if (list) await lists.put({ ...list, count: ids ? countIds(ids) : (current ?? list).count })
  if (ids) await (isLeft ? listIds.put({ listId: id, ids }) : listIds.delete(id))
}

/**
 * The ids of a list without the changes of the step, but with ids that a backup has brought since.
 *
 * @returns undefined if the step changed no ids
 */
async function idsBefore(
  tables: Pick<Tables, 'listIds'>,
  { id, was, added, removed }: ListBefore,
): Promise<IdList | undefined> {
  if (!was) return emptyIdList
  if (was.ids || !added || !removed) return was.ids
  return uniteIds([subtractIds(await idsOfList(tables, id), added), removed])
}

/** The fields that a change removes or replaces, with their previous values. */
function beforeOf(was: Annotation | undefined, is: Annotation): BeforeAnnotation {
  const fields: Record<string, unknown> = {}
  for (const field of annotationFields)
    if (!sameField(was?.[field], is[field])) fields[field] = was?.[field] ?? null
  return fields
}
