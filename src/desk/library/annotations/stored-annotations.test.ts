import { beforeEach, describe, expect, it } from 'vitest'
import { eachLibrary, type OpenedLibrary } from '../../testing/each-library.ts'
import type { Library, LibraryChange } from '../library.ts'
import type { Annotation, AnnotationEdit } from '../records.ts'

describe.each(eachLibrary)('annotations $kept', ({ open }) => {
  let now: number
  let opened: OpenedLibrary
  let library: Library
  let changes: LibraryChange[]

  beforeEach(async () => {
    now = 100
    opened = await open(() => now)
    library = opened.library
    changes = []
    library.subscribe((change) => changes.push(change))
  })

  const markOf = async (id: number | string): Promise<Annotation | undefined> =>
    (await library.annotations([id]))[0]?.[1]
  const decisionOf = async (id: number | string) => (await markOf(id))?.decision

  it('keeps labels in alphabetical order, each once, whatever is decided', async () => {
    await library.annotate([{ ids: [1, 2], set: { addLabels: ['wind', 'Energy'] } }], { kind: 'label' })
    await library.annotate([{ ids: [1], set: { addLabels: ['wind'] } }], { kind: 'label' })
    expect(await library.steps()).toHaveLength(1)
    await library.annotate([{ ids: [1], set: { decision: 'keep', removeLabels: ['wind'] } }])
    expect(await markOf(1)).toMatchObject({ decision: 'keep', labels: ['Energy'] })
    expect(await markOf(2)).toEqual({ labels: ['Energy', 'wind'] })
    await library.annotate([{ ids: [2], set: { removeLabels: ['wind', 'Energy'] } }], { kind: 'unlabel' })
    expect(await markOf(2)).toBeUndefined()
    await library.undo()
    expect(await markOf(2)).toEqual({ labels: ['Energy', 'wind'] })
    expect(await library.labels()).toEqual([
      { value: 'Energy', count: 2 },
      { value: 'wind', count: 1 },
    ])
  })

  it('keeps the reason of a rejection only while it is rejected', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'reject', reason: 'Too old' } }], { kind: 'reject' })
    expect(await markOf(1)).toEqual({ decision: 'reject', decidedAt: 100, reason: 'Too old' })
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(await markOf(1)).toEqual({ decision: 'keep', decidedAt: 100 })
    await library.annotate([{ ids: [1], set: { reason: 'Off topic' } }])
    expect(await markOf(1)).toEqual({ decision: 'keep', decidedAt: 100 })
    await library.undo()
    expect(await markOf(1)).toMatchObject({ decision: 'reject', reason: 'Too old' })
  })

  it('leaves alone what an edit does not mention, or does not change', async () => {
    const all = { decision: 'reject', reason: 'Too old', duplicateOf: 2, note: 'Ask Ana' } as const
    await library.annotate([{ ids: [1], set: { ...all, read: true, exported: true, addLabels: ['wind'] } }])
    const mark = await markOf(1)
    expect(mark).toMatchObject({ ...all, decidedAt: 100, readAt: 100, exportedAt: 100, labels: ['wind'] })
    now = 200
    const sets: AnnotationEdit['set'][] = [
      {},
      { decision: 'reject' },
      { read: true },
      { removeLabels: ['sun'] },
    ]
    for (const set of sets) await library.annotate([{ ids: [1], set }], { kind: 'label' })
    expect(await markOf(1)).toEqual(mark)
    expect(await library.steps()).toEqual([])
    await library.annotate([{ ids: [1], set: { read: false } }])
    expect(await markOf(1)).toEqual({ ...mark, readAt: undefined })
  })

  it('keeps a decision with its time, separate from reading', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    now = 200
    await library.annotate([{ ids: [1], set: { read: true } }])
    expect(await markOf(1)).toMatchObject({ decision: 'keep', decidedAt: 100, readAt: 200 })
    expect(await markOf(2)).toBeUndefined()
  })

  it('distinguishes numeric ids from strings of the same digits', async () => {
    await library.annotate([{ ids: ['1'], set: { decision: 'reject' } }])
    expect(await decisionOf(1)).toBeUndefined()
    expect(await decisionOf('1')).toBe('reject')
  })

  it('notifies listeners of changes, with the current annotations', async () => {
    const { annotations, step } = await library.annotate([{ ids: [1, 2, 2], set: { decision: 'maybe' } }], {
      kind: 'maybe',
    })
    expect(annotations).toHaveLength(2)
    expect(step).toMatchObject({ kind: 'maybe', count: 2, at: 100 })
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      annotations: [
        [1, { decision: 'maybe' }],
        [2, { decision: 'maybe' }],
      ],
      origin: undefined,
    })
    // Already shown by the page, at the time that it gives.
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' }, 300)
    expect(changes[1]).toMatchObject({
      annotations: [[1, { decision: 'keep', decidedAt: 300 }]],
      origin: 'page',
    })
  })

  it('records no step for a change without effect', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    const again = await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(again).toEqual({ annotations: [], step: undefined })
    expect(changes).toHaveLength(1)
    expect(await library.steps()).toHaveLength(1)
  })

  it('undoes many steps, the latest first, across visits', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.annotate([{ ids: [1, 2], set: { decision: 'reject' } }], { kind: 'reject' })
    await library.annotate([{ ids: [2], set: { decision: null } }], { kind: 'undecide' })
    library = await opened.reopen()
    expect((await library.steps()).map(({ kind, count }) => [kind, count])).toEqual([
      ['undecide', 1],
      ['reject', 2],
      ['keep', 1],
    ])
    expect(await library.undo()).toMatchObject({ kind: 'undecide' })
    expect([await decisionOf(1), await decisionOf(2)]).toEqual(['reject', 'reject'])
    await library.undo()
    expect([await decisionOf(1), await decisionOf(2)]).toEqual(['keep', undefined])
    await library.undo()
    expect(await markOf(1)).toBeUndefined()
    expect(await library.undo()).toBeUndefined()
  })

  it('keeps later changes when it undoes', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.annotate([{ ids: [1], set: { read: true, exported: true } }])
    await library.undo()
    expect(await markOf(1)).toMatchObject({ readAt: 100, exportedAt: 100 })
    expect(await decisionOf(1)).toBeUndefined()
  })

  it('keeps later decisions of another device, which a backup has brought, when it undoes', async () => {
    const set = { decision: 'reject', reason: 'Too old' } as const
    await library.annotate([{ ids: [1, 2], set }], { kind: 'reject' })
    await library.restorePart([
      { kind: 'mark', value: [1, { decision: 'keep', decidedAt: 150 }] },
      { kind: 'mark', value: [2, { decision: 'keep', decidedAt: 50 }] },
    ])
    await library.undo()
    expect(await markOf(1)).toEqual({ decision: 'keep', decidedAt: 150 })
    expect(await markOf(2)).toBeUndefined()
  })

  it('undoes a reason given after the clock was set back, or for a decision by a clock that is ahead', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'reject', reason: 'Too old' } }], { kind: 'reject' })
    await library.restorePart([
      { kind: 'mark', value: [2, { decision: 'reject', decidedAt: 150, reason: 'Too old' }] },
    ])
    now = 50
    await library.annotate([{ ids: [1, 2], set: { reason: 'Off topic' } }], { kind: 'reject' })
    await library.undo()
    expect([await markOf(1), await markOf(2)]).toMatchObject([{ reason: 'Too old' }, { reason: 'Too old' }])
    await library.undo()
    expect(await markOf(1)).toBeUndefined()
  })

  it('keeps labels which a backup has brought since when it undoes', async () => {
    const restore = (annotation: Annotation) =>
      library.restorePart([1, 2].map((id) => ({ kind: 'mark', value: [id, annotation] })))
    await library.annotate([{ ids: [1], set: { addLabels: ['old', 'wind'] } }], {
      kind: 'label',
    })
    await library.annotate([{ ids: [1], set: { addLabels: ['sun'], removeLabels: ['old'] } }], {
      kind: 'label',
    })
    await restore({ labels: ['Energy'] })
    await library.undo()
    expect((await markOf(1))?.labels).toEqual(['Energy', 'old', 'wind'])
    await library.undo()
    expect(await markOf(1)).toEqual({ labels: ['Energy'] })
  })

  it('keeps a note which a backup has brought since when it undoes', async () => {
    const write = (note: string) => library.annotate([{ ids: [1], set: { note } }], { kind: 'note' })
    const restore = (note: string) => library.restorePart([{ kind: 'mark', value: [1, { note }] }])
    const noteOf = async () => (await markOf(1))?.note
    await write('Mine')
    await restore('Mine')
    await library.undo()
    expect(await noteOf()).toBeUndefined()
    await write('Mine')
    await write('Mine, longer')
    await restore('Theirs')
    expect(await noteOf()).toBe('Mine, longer\n\nTheirs')
    await library.undo()
    expect(await noteOf()).toBe('Mine\n\nTheirs')
    await library.undo()
    expect(await noteOf()).toBe('Theirs')
  })

  it('makes one step of several edits', async () => {
    await library.annotate(
      [
        { ids: [1], set: { decision: 'keep' } },
        { ids: [2, 3], set: { decision: 'reject', duplicateOf: 1 } },
      ],
      { kind: 'keep-one' },
    )
    expect(await markOf(3)).toMatchObject({ decision: 'reject', duplicateOf: 1 })
    await library.annotate([{ ids: [3], set: { decision: 'maybe' } }], { kind: 'maybe' })
    expect((await markOf(3))?.duplicateOf).toBeUndefined()
    await library.undo()
    expect(await markOf(3)).toMatchObject({ decision: 'reject', duplicateOf: 1 })
    await library.undo()
    expect(await library.annotations([1, 2, 3])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ])
  })

  it('keeps a note as it was typed, but not an empty one', async () => {
    await library.annotate([{ ids: [1], set: { note: ' Ask Ana\n' } }], { kind: 'note' })
    expect((await markOf(1))?.note).toBe(' Ask Ana\n')
    await library.annotate([{ ids: [1], set: { note: '  ' } }], { kind: 'note' })
    expect(await markOf(1)).toBeUndefined()
    await library.undo()
    expect((await markOf(1))?.note).toBe(' Ask Ana\n')
  })

  it('keeps the time of the first reading, not of the latest', async () => {
    await library.annotate([{ ids: [1], set: { read: true } }])
    now = 900
    await library.annotate([{ ids: [1], set: { read: true } }])
    expect((await markOf(1))?.readAt).toBe(100)
  })

  it('decides on ten thousand at once, and undoes it', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index * 7)
    expect(await library.annotate([{ ids, set: { decision: 'reject' } }], { kind: 'reject' })).toMatchObject({
      step: { count: 10_000 },
    })
    expect(changes[0]?.annotations).toBe('many')
    expect(
      (await library.annotations(ids)).every(([, annotation]) => annotation?.decision === 'reject'),
    ).toBe(true)
    await library.undo()
    expect((await library.annotations(ids)).every(([, annotation]) => annotation === undefined)).toBe(true)
  })

  it('keeps two hundred steps and drops the oldest', async () => {
    for (let id = 1; id <= 203; id += 1)
      await library.annotate([{ ids: [id], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(await library.steps()).toHaveLength(200)
    let undone = 0
    while (await library.undo()) undone += 1
    expect(undone).toBe(200)
    expect([await decisionOf(3), await decisionOf(4)]).toEqual(['keep', undefined])
  })
})
