import * as fc from 'fast-check'
import type { ArticleId } from '../../contract/ids.ts'
import { packIds } from '../../contract/ids.ts'
import type { Decision, LedgerList, Annotation } from '../library/records.ts'
import { createMemoryLibrary } from './memory-library.ts'
import { copyLibrary } from './copy-library.ts'
import { addJob, cameBack, compare, knownIds, type Model, type Real } from './library-model.ts'

type Command = fc.AsyncCommand<Model, Real>

const anId = fc.constantFrom(...knownIds)
const someIds = fc.uniqueArray(anId, { minLength: 1, maxLength: 6 })
/** In the library's order of packed ids: numbers before strings. */
const inOrder = (ids: readonly ArticleId[]): ArticleId[] => [
  ...ids.filter((id) => typeof id === 'number'),
  ...ids.filter((id) => typeof id === 'string'),
]

/** Applies a command to both and compares them, so that a difference shows at the command that caused it. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      real.clock.now += 10
      await run(model, real)
      await compare(model, real.library)
    },
    toString: () => name,
  }
}

/** Sets fields of annotations in the model and remembers their previous values. */
function setFields(model: Model, ids: readonly ArticleId[], next: (annotation: Annotation) => Annotation) {
  const before: [ArticleId, [keyof Annotation, unknown][]][] = []
  for (const id of new Set(ids)) {
    const was = model.marks.get(id) ?? {}
    const is = next(was)
    const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])] as (keyof Annotation)[]
    const changed = fields.filter((field) => was[field] !== is[field])
    if (changed.length === 0) continue
    before.push([id, changed.map((field) => [field, was[field]])])
    write(model, id, is)
  }
  const undo = () => {
    for (const [id, fields] of before)
      write(model, id, { ...model.marks.get(id), ...Object.fromEntries(fields) })
  }
  return { count: before.length, undo }
}

function write(model: Model, id: ArticleId, annotation: Annotation): void {
  const fields = Object.entries(annotation).filter(([, value]) => value !== undefined)
  if (fields.length === 0) model.marks.delete(id)
  else model.marks.set(id, Object.fromEntries(fields))
}

const decide = (decision: Decision | null, ids: ArticleId[]) =>
  command(`decide ${decision} ${ids.join()}`, async (model, { library, clock }) => {
    const kind = decision ?? 'undecide'
    await library.annotate([{ ids, set: { decision } }], { kind })
    const step = setFields(model, ids, (annotation) => {
      if (annotation.decision === (decision ?? undefined)) return annotation
      const { decision: _, decidedAt: __, duplicateOf: ___, ...rest } = annotation
      return decision ? { ...rest, decision, decidedAt: clock.now } : rest
    })
    if (step.count > 0) model.steps.push({ kind, ...step })
  })

const keepOne = (kept: ArticleId, others: ArticleId[]) =>
  command(`keep ${kept}, reject ${others.join()}`, async (model, { library, clock }) => {
    const rest = others.filter((id) => id !== kept)
    await library.annotate(
      [
        { ids: [kept], set: { decision: 'keep' } },
        { ids: rest, set: { decision: 'reject', duplicateOf: kept } },
      ],
      { kind: 'keep-one' },
    )
    const next = (id: ArticleId) => (annotation: Annotation) => {
      const decision: Decision = id === kept ? 'keep' : 'reject'
      const { duplicateOf: _, ...others } = annotation
      const decided =
        annotation.decision === decision ? annotation : { ...others, decision, decidedAt: clock.now }
      return id === kept ? decided : { ...decided, duplicateOf: kept }
    }
    const steps = [kept, ...rest].map((id) => setFields(model, [id], next(id)))
    const count = steps.reduce((sum, { count }) => sum + count, 0)
    if (count > 0)
      model.steps.push({ kind: 'keep-one', count, undo: () => steps.forEach(({ undo }) => undo()) })
  })

const note = (id: ArticleId, text: string) =>
  command(`note ${id} ${JSON.stringify(text)}`, async (model, { library }) => {
    await library.annotate([{ ids: [id], set: { note: text } }], { kind: 'note' })
    const step = setFields(model, [id], (annotation) => ({
      ...annotation,
      note: text.trim() === '' ? undefined : text,
    }))
    if (step.count > 0) model.steps.push({ kind: 'note', ...step })
  })

const readAndExport = (ids: ArticleId[]) =>
  command(`read and export ${ids.join()}`, async (model, { library, clock }) => {
    await library.annotate([{ ids, set: { read: true, exported: true } }])
    setFields(model, ids, (annotation) => ({
      ...annotation,
      readAt: annotation.readAt ?? clock.now,
      exportedAt: clock.now,
    }))
  })

const collect = (jobId: number, ids: ArticleId[]) =>
  command(`collect ${jobId}: ${ids.join()}`, (model, real) => addJob(model, real, jobId, ids))

const removeOrRestore = (jobId: number) =>
  command(`remove or restore ${jobId}`, async (model, { library, clock }) => {
    const job = model.jobs.get(String(jobId))
    if (!job) return
    if (job.removed) {
      await library.restoreJob(String(jobId))
      cameBack(model, String(jobId))
    } else {
      await library.removeJob(String(jobId), clock.now)
      const undo = () => void (job.removed = false)
      model.steps.push({ kind: 'remove-job', count: 1, undo, job: String(jobId) })
      job.removed = true
    }
  })

const saveList = (place: number, name: string, ids: ArticleId[]) =>
  command(`save list ${place} ${name}: ${ids.join()}`, async (model, { library }) => {
    const id = [...model.lists.keys()][place]
    const saved = await library.saveList({ ...(id !== undefined && { id }), name, ids: packIds(ids) })
    const was = model.lists.get(saved.id)
    model.lists.set(saved.id, { name, ids: inOrder(ids) })
    const undo = () => void (was ? model.lists.set(saved.id, was) : model.lists.delete(saved.id))
    model.steps.push({ kind: 'save-list', count: ids.length, undo })
  })

const deleteList = (place: number) =>
  command(`delete list ${place}`, async (model, { library }) => {
    const [id, was] = [...model.lists][place] ?? []
    if (id === undefined || !was) return
    await library.deleteList(id)
    model.lists.delete(id)
    model.steps.push({ kind: 'delete-list', count: was.ids.length, undo: () => model.lists.set(id, was) })
  })

const changeLedger = (list: LedgerList, direction: 'add' | 'remove', ids: ArticleId[]) =>
  command(`${direction} ${list} ${ids.join()}`, async (model, { library }) => {
    await library.changeLedger({ list, [direction]: packIds(ids) })
    const was = model.ledger[list]
    const kept = was.filter((id) => !ids.includes(id))
    const is = direction === 'remove' ? kept : [...was, ...ids.filter((id) => !was.includes(id))]
    const count = Math.abs(is.length - was.length)
    if (count === 0) return
    model.ledger[list] = is
    const kind = (list === 'released') === (direction === 'add') ? 'unskip' : 'skip'
    model.steps.push({ kind, count, undo: () => (model.ledger[list] = was) })
  })

const undo = command('undo', async (model, { library }) => {
  const step = model.steps.pop()
  step?.undo()
  expectSame(await library.undo(), step?.kind)
})

const comeBack = command('come back another day', async (_model, real) => {
  real.library.close()
  real.library = await real.reopen()
})

/** Undo steps are not part of a backup: what they would undo may not be there. */
const moveToAnotherDevice = command('move to another device by a backup', async (model, real) => {
  const elsewhere = createMemoryLibrary({ now: () => real.clock.now })
  await copyLibrary(real.library, elsewhere)
  await copyLibrary(real.library, elsewhere)
  const jobs = new Map([...model.jobs].filter(([, { removed }]) => !removed))
  await compare({ ...model, jobs, steps: [] }, elsewhere)
})

function expectSame(step: { kind: string } | undefined, kind: string | undefined): void {
  if (step?.kind !== kind) throw new Error(`undid ${step?.kind}, expected ${kind}`)
}

const jobIds = fc.constantFrom(1, 2, 3)
const places = fc.nat({ max: 2 })

/** Everything an editor can do to a library that the model covers. */
export const libraryCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.constantFrom('keep', 'maybe', 'reject', null), someIds).map(([to, ids]) => decide(to, ids)),
  fc.tuple(anId, someIds).map(([kept, others]) => keepOne(kept, others)),
  fc.tuple(anId, fc.constantFrom('', ' ', 'Ask Ana', 'Twice')).map(([id, text]) => note(id, text)),
  someIds.map(readAndExport),
  fc.tuple(jobIds, fc.uniqueArray(anId, { maxLength: 8 })).map(([jobId, ids]) => collect(jobId, ids)),
  jobIds.map(removeOrRestore),
  fc
    .tuple(places, fc.constantFrom('Solar', 'Wind'), someIds)
    .map(([at, name, ids]) => saveList(at, name, ids)),
  places.map(deleteList),
  fc
    .tuple(
      fc.constantFrom<LedgerList>('imported', 'by-hand', 'released'),
      fc.constantFrom<'add' | 'remove'>('add', 'remove'),
      someIds,
    )
    .map(([list, direction, ids]) => changeLedger(list, direction, ids)),
  fc.constant(undo),
  fc.constant(undo),
  fc.constant(comeBack),
  fc.constant(moveToAnotherDevice),
]
