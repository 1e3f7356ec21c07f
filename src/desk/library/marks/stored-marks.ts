import type { ArticleId } from '../../../contract/ids.ts'
import { editedMark, readMarks, sameMark, writeMarks } from './article-marks.ts'
import { codeOf } from './decision-codes.ts'
import type { JobDecisions } from './decision-codes.ts'
import { idAt } from '../jobs/job-ids.ts'
import type { Library } from '../library.ts'
import type { JobKey, MarkEdit, MarkOf, StepAction } from '../records.ts'
import type { Tables } from '../store/store.ts'
import { beforeOf, logStep, readLog, undoStep } from './undo-log.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

type MarkMethods = Pick<Library, 'decisions' | 'marks' | 'mark' | 'steps' | 'undo'>

/** What the editor made of articles, and the way back. */
export function storedMarks({ store, changes, now }: StoredLibraryParts): MarkMethods {
  return {
    decisions: (key) => store.transact('read', (tables) => readDecisions(tables, key)),

    marks: (ids) => store.transact('read', ({ marks }) => readMarks(marks, ids)),

    async mark(edits, action, shownAt) {
      const at = shownAt ?? now()
      const { changed, step } = await store.transact('write', (tables) =>
        applyEdits(tables, edits, action, at),
      )
      const marks = few(changed)
      const origin = shownAt === undefined ? undefined : 'page'
      if (marks) changes.announce({ jobs: [], marks, steps: step ? true : undefined, origin })
      return { changed: changed.length, marks: marks ?? [], step }
    },

    steps: () => store.transact('read', async (tables) => (await readLog(tables)).steps.toReversed()),

    async undo() {
      const undone = await store.transact('write', undoStep)
      if (!undone) return undefined
      const { step, before, marks } = undone
      changes.announce({
        jobs: before.jobs ?? [],
        steps: true,
        marks: few(marks),
        lists: before.lists?.map(({ id }) => id),
        named: before.named ? true : undefined,
      })
      const [article] = before.marks?.[0] ?? []
      return article === undefined ? step : { ...step, article }
    },
  }
}

/** Above that, reading every mark there is takes less than looking for each. */
const mostLookedFor = 400

async function readDecisions({ ids, marks }: Tables, key: JobKey): Promise<JobDecisions | undefined> {
  const jobIds = await ids.get(key)
  if (!jobIds) return undefined
  const inOrder = Array.from(jobIds.numbers.keys(), (position) => idAt(jobIds, position) as ArticleId)
  const known =
    inOrder.length > mostLookedFor
      ? new Map((await marks.all()).flatMap((bucket) => [...bucket.marks]))
      : new Map(await readMarks(marks, inOrder))
  return { ids: jobIds, codes: Uint8Array.from(inOrder, (id) => codeOf(known.get(id)?.decision)) }
}

/** Every tab is sent them: beyond that it is cheaper to ask for those in sight. */
const mostAnnounced = 2_000

const few = (marks: readonly MarkOf[]): readonly MarkOf[] | 'many' | undefined => {
  if (marks.length === 0) return undefined
  return marks.length > mostAnnounced ? 'many' : marks
}

async function applyEdits(
  tables: Tables,
  edits: readonly MarkEdit[],
  action: StepAction | undefined,
  at: number,
) {
  const was = new Map(await readMarks(tables.marks, [...new Set(edits.flatMap(({ ids }) => ids))]))
  const is = new Map(was)
  for (const edit of edits) for (const id of edit.ids) is.set(id, editedMark(is.get(id), edit, at))
  const changed: MarkOf[] = [...is].filter(([id, mark]) => !sameMark(mark, was.get(id)))
  if (changed.length === 0) return { changed, step: undefined }
  await writeMarks(tables.marks, changed)
  const before = { marks: changed.map(([id, mark]) => [id, beforeOf(was.get(id), mark ?? {})] as const) }
  const step = action && (await logStep(tables, action, { at, count: changed.length, before }))
  return { changed, step }
}
