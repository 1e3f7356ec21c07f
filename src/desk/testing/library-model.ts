import { expect } from 'vitest'
import type { ArticleId } from '../../contract/ids.ts'
import { unpackIds } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import type { LedgerList, Annotation } from '../library/records.ts'
import type { OpenedLibrary } from './each-library.ts'
import { collectJob } from '../library/testing/collect-job.ts'

/** The simplest possible model of a library: no pages, no buckets, no transactions. */
export interface Model {
  readonly jobs: Map<string, { ids: readonly ArticleId[]; removed: boolean }>
  readonly marks: Map<ArticleId, Annotation>
  readonly lists: Map<string, { name: string; ids: readonly ArticleId[] }>
  readonly ledger: Record<LedgerList, readonly ArticleId[]>
  /** Oldest first. Each knows what it was and how to undo itself. */
  readonly steps: { kind: string; count: number; undo: () => void; job?: string }[]
}

export interface Real extends OpenedLibrary {
  library: Library
  readonly clock: { now: number }
}

export const emptyModel = (): Model => ({
  jobs: new Map(),
  marks: new Map(),
  lists: new Map(),
  ledger: { imported: [], 'by-hand': [], released: [] },
  steps: [],
})

/** Every id used in these tests. */
export const knownIds: readonly ArticleId[] = [1, 2, 3, 4, 5, 6, 7, 8, '1', 'x']

export async function addJob(
  model: Model,
  { library, clock }: Real,
  jobId: number,
  ids: readonly ArticleId[],
): Promise<void> {
  const articles = ids.map((id) => ({ id, title: `Title ${id}`, text: `Text ${id}` }))
  const { key } = await collectJob(library, jobId, articles, clock.now)
  if (model.jobs.get(key)?.removed) cameBack(model, key)
  // Articles that a job no longer brings are kept beside those it brings now.
  const received = new Set([...(model.jobs.get(key)?.ids ?? []), ...ids])
  model.jobs.set(key, { ids: [...received], removed: false })
}

/** Once a removed job is back, its removal can no longer be undone. */
export function cameBack(model: Model, key: string): void {
  const job = model.jobs.get(key)
  if (job) job.removed = false
  const left = model.steps.filter((step) => step.job !== key)
  model.steps.splice(0, model.steps.length, ...left)
}

/** Fails if the library differs from the model. */
export async function compare(model: Model, library: Library): Promise<void> {
  const marks = (await library.annotations(knownIds)).filter(([, annotation]) => annotation !== undefined)
  expect(new Map(marks)).toEqual(model.marks)
  expect((await library.steps()).map(({ kind, count }) => [kind, count])).toEqual(
    model.steps.toReversed().map(({ kind, count }) => [kind, count]),
  )
  const lists = await library.lists()
  expect(new Map(lists.map(({ id, name, count }) => [id, { name, count }]))).toEqual(
    new Map([...model.lists].map(([id, { name, ids }]) => [id, { name, count: ids.length }])),
  )
  for (const { id } of lists)
    expect(sorted(unpackIds(await library.listIds(id)))).toEqual(sorted(model.lists.get(id)?.ids ?? []))
  for (const list of Object.keys(model.ledger) as LedgerList[])
    expect(sorted(unpackIds(await library.listIds(list)))).toEqual(sorted(model.ledger[list]))
  const shown = [...model.jobs].filter(([, { removed }]) => !removed)
  expect(sorted((await library.jobs()).map(({ key }) => key))).toEqual(sorted(shown.map(([key]) => key)))
  const received = new Set<ArticleId>()
  for (const [job] of shown)
    for (const { kind, value } of await library.backupPart(`job ${job}`))
      if (kind === 'articles') for (const { id } of value.articles) received.add(id)
  expect(sorted([...received])).toEqual(sorted([...new Set(shown.flatMap(([, { ids }]) => ids))]))
}

const sorted = (ids: readonly ArticleId[]): string[] => ids.map((id) => JSON.stringify(id)).sort()
