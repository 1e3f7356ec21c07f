import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { packIds, unpackIds } from '../../../contract/ids.ts'
import { closedAfterTest, eachLibrary, type OpenedLibrary } from '../../testing/each-library.ts'
import type { Library } from '../library.ts'
import { openLibrary } from '../open-library.ts'
import type { SkipList } from '../records.ts'
import { collectJob } from '../testing/collect-job.ts'

describe.each(eachLibrary)('lists and names $kept', ({ open }) => {
  let now: number
  let opened: OpenedLibrary
  let library: Library

  beforeEach(async () => {
    now = 100
    opened = await open(() => now)
    library = opened.library
  })

  const idsOf = async (id: string) => unpackIds(await library.listIds(id))

  it('makes a list, renames it with its ids, and changes its ids with its name', async () => {
    const { id } = await library.saveList({ name: 'Solar', ids: packIds([3, 1, 'x']) })
    now = 200
    await library.saveList({ id, name: 'Sun' })
    expect(await library.lists()).toEqual([{ id, name: 'Sun', count: 3, createdAt: 100, updatedAt: 200 }])
    await library.saveList({ id, name: 'Sun', ids: packIds([7]) })
    library = await opened.reopen()
    expect(await idsOf(id)).toEqual([7])
    expect(await library.lists()).toMatchObject([{ count: 1 }])
    expect(await library.steps()).toMatchObject([
      { kind: 'save-list', name: 'Sun', at: 200, count: 1 },
      { kind: 'save-list', name: 'Sun', at: 200, count: 3, isNew: false },
      { kind: 'save-list', name: 'Solar', at: 100, count: 3, isNew: true },
    ])
  })

  it('adds ids to those it has, each once, and removes them again', async () => {
    const { id } = await library.saveList({ name: 'Solar', ids: packIds([3, 1]) })
    await library.saveList({ id, name: 'Solar', add: [packIds([1, 'x']), packIds([9, 3])] })
    expect(await idsOf(id)).toEqual([3, 1, 9, 'x'])
    expect(await library.lists()).toMatchObject([{ count: 4 }])
    await library.saveList({ id, name: 'Solar', remove: packIds([1, 'x', 7]) })
    expect(await idsOf(id)).toEqual([3, 9])
    await library.undo()
    expect(new Set(await idsOf(id))).toEqual(new Set([3, 1, 9, 'x']))
  })

  it.each([
    ['union', [1, 2, 3, 4, 'x']],
    ['intersection', [2]],
    ['difference', [1]],
  ] as const)('combines lists by their %s: %j', async (how, ids) => {
    const lists: string[] = []
    for (const [name, ids] of [
      ['a', [1, 2, 3]],
      ['b', [2, 3, 'x']],
      ['c', [2, 4]],
    ] as const)
      lists.push((await library.saveList({ name, ids: packIds(ids) })).id)
    expect(unpackIds(await library.combineLists(lists, how))).toEqual(ids)
    expect(unpackIds(await library.combineLists(['gone'], how))).toEqual([])
  })

  it('undoes a rename without having stored the ids twice', async () => {
    const { id } = await library.saveList({ name: 'Solar', ids: packIds([3, 1]) })
    await library.saveList({ id, name: 'Sun' })
    await library.saveList({ id, name: 'Sun', add: [packIds([9])] })
    await library.undo()
    await library.undo()
    expect(await library.lists()).toMatchObject([{ name: 'Solar', count: 2 }])
    expect(await idsOf(id)).toEqual([3, 1])
  })

  it('restores a deleted list with its ids', async () => {
    const { id } = await library.saveList({ name: 'Solar', ids: packIds([3, 1]) })
    await library.deleteList(id)
    expect([await library.lists(), await idsOf(id)]).toEqual([[], []])
    expect(await library.undo()).toMatchObject({ kind: 'delete-list', name: 'Solar', count: 2 })
    expect(await library.lists()).toMatchObject([{ name: 'Solar', count: 2 }])
    expect(await idsOf(id)).toEqual([3, 1])
    await library.undo()
    expect(await library.lists()).toEqual([])
  })

  it('adds to the lists of the ledger and removes from them, each time as a step', async () => {
    expect(await library.changeLedger({ list: 'imported', add: packIds([1, 2, 3]) })).toMatchObject({
      count: 3,
    })
    expect(await library.changeLedger({ list: 'imported', add: packIds([3, 4]) })).toMatchObject({ count: 1 })
    expect(await library.changeLedger({ list: 'imported', remove: packIds([1, 9]) })).toMatchObject({
      count: 1,
    })
    expect(await library.changeLedger({ list: 'imported', add: packIds([2]) })).toBeUndefined()
    expect(await idsOf('imported')).toEqual([2, 3, 4])
    expect((await library.steps()).map(({ kind, count }) => [kind, count])).toEqual([
      ['unskip', 1],
      ['skip', 1],
      ['skip', 3],
    ])
    await library.undo()
    expect(new Set(await idsOf('imported'))).toEqual(new Set([1, 2, 3, 4]))
  })

  /** Like the restore of a backup, which is not a step. */
  const restore = (id: string, ids: readonly (number | string)[], list?: SkipList) =>
    library.restorePart([{ kind: 'list', value: { id, list, ids: packIds(ids) } }])

  it('undoes a change of the ledger, and keeps what a backup has added since', async () => {
    await library.changeLedger({ list: 'imported', add: packIds([1, 2, 3]) })
    await restore('imported', [3, 4, 5, 'x'])
    await library.changeLedger({ list: 'imported', add: packIds([6]), remove: packIds([2, 4]) })
    await restore('imported', [7])
    await library.undo()
    expect(new Set(await idsOf('imported'))).toEqual(new Set([1, 2, 3, 4, 5, 'x', 7]))
    await library.undo()
    expect(new Set(await idsOf('imported'))).toEqual(new Set([4, 5, 'x', 7]))
  })

  it('undoes a change of a list, and keeps what a backup has added since', async () => {
    const made = await library.saveList({ name: 'Solar', ids: packIds([1, 2]) })
    const { id } = made
    await restore(id, [2, 3], made)
    now = 200
    await library.saveList({ id, name: 'Sun', ids: packIds([3, 4]) })
    await restore(id, [5], made)
    await library.saveList({ id, name: 'Sunlight' })
    await restore(id, [6], made)
    await library.deleteList(id)
    await restore(id, [7], made)

    const list = async () => ({ ...(await library.lists())[0], ids: new Set(await idsOf(id)) })
    await library.undo()
    const deleted = { name: 'Sunlight', count: 5, updatedAt: 200, ids: new Set([3, 4, 5, 6, 7]) }
    expect(await list()).toEqual({ id, createdAt: 100, ...deleted })
    await library.undo()
    expect(await list()).toEqual({ id, createdAt: 100, ...deleted, name: 'Sun' })
    await library.undo()
    const changed = { name: 'Solar', count: 6, updatedAt: 100, ids: new Set([1, 2, 3, 5, 6, 7]) }
    expect(await list()).toEqual({ id, createdAt: 100, ...changed })
    // The step created the list, but not all of its ids.
    await library.undo()
    const left = { count: 4, ids: new Set([3, 5, 6, 7]) }
    expect(await list()).toEqual({ id, createdAt: 100, ...changed, ...left })
  })

  it('restores a removed job without the ids that it was still skipped for', async () => {
    const articles = [1, 2].map((id) => ({ id, title: '', text: '' }))
    await collectJob(library, 3, articles, now)
    await restore('removed', [2, 8])
    await library.removeJob('3', now)
    await restore('removed', [9])
    await library.undo()
    expect(new Set(await idsOf('removed'))).toEqual(new Set([2, 8, 9]))
    await library.removeJob('3', now, 'forget')
    expect(new Set(await idsOf('removed'))).toEqual(new Set([8, 9]))
    await restore('forgotten', [10])
    await library.undo()
    expect(new Set(await idsOf('removed'))).toEqual(new Set([2, 8, 9]))
    expect(await idsOf('forgotten')).toEqual([10])
  })

  it('says "unskip" for an id that is released, and "skip" for one that is skipped again', async () => {
    await library.changeLedger({ list: 'released', add: packIds([5]) })
    await library.changeLedger({ list: 'released', remove: packIds([5]) })
    expect((await library.steps()).map(({ kind }) => kind)).toEqual(['skip', 'unskip'])
  })

  it('keeps presets and views apart, by name, and restores a deleted one', async () => {
    const { key } = await library.saveNamed({
      kind: 'preset',
      name: 'Weekly',
      value: { keywords: ['solar'] },
    })
    await library.saveNamed({ kind: 'view', name: 'To read', value: {} })
    await library.saveNamed({ kind: 'preset', name: 'Daily', value: 1 })
    expect((await library.named('preset')).map(({ name }) => name)).toEqual(['Daily', 'Weekly'])
    await library.saveNamed({ kind: 'preset', key, name: 'Monthly', value: 2 })
    await library.deleteNamed(key)
    expect((await library.named('preset')).map(({ name }) => name)).toEqual(['Daily'])
    expect(await library.undo()).toMatchObject({ kind: 'delete-preset', name: 'Monthly' })
    expect(await library.named('preset')).toMatchObject([{ name: 'Daily' }, { name: 'Monthly', value: 2 }])
  })

  it('sorts lists, presets and views as people count', async () => {
    for (const name of ['Week 10', 'Week 9', 'Week 2']) {
      await library.saveList({ name })
      await library.saveNamed({ kind: 'preset', name, value: 1 })
      await library.saveNamed({ kind: 'view', name, value: {} })
    }
    for (const named of [await library.lists(), await library.named('preset'), await library.named('view')])
      expect(named.map(({ name }) => name)).toEqual(['Week 2', 'Week 9', 'Week 10'])
  })

  it('deletes everything with the account', async () => {
    const articles = [{ id: 1, title: '', text: '' }]
    await collectJob(library, 5, articles, now)
    await library.saveSetting('theme', 'dark')
    await library.saveList({ name: 'Solar', ids: packIds([3]) })
    await library.saveNamed({ kind: 'view', name: 'To read', value: {} })
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await library.forget()
    library = await opened.reopen()
    expect(await library.jobs()).toEqual([])
    expect(await library.cards('5', 0)).toEqual([])
    expect(await library.setting('theme')).toBeUndefined()
    expect(await library.lists()).toEqual([])
    expect(await library.named('view')).toEqual([])
    expect(await library.steps()).toEqual([])
    expect(await library.annotations([1])).toEqual([[1, undefined]])
  })
})

describe('a list deleted in another tab', () => {
  it.each([
    ['ids are added to it', { add: [packIds([2, 9])] }, [1, 2, 3, 9]],
    ['an id is removed from it', { remove: packIds([2]) }, [1, 3]],
    ['it is renamed', {}, [1, 2, 3]],
  ])('comes back as a whole when %s here, and goes again on undo', async (_what, change, ids) => {
    const indexedDB = new IDBFactory()
    const open = (at: number) =>
      closedAfterTest(openLibrary({ name: 'editor@example.org', now: () => at, indexedDB }))
    const [here, there] = [await open(200), await open(100)]
    const { id, name } = await there.saveList({ name: 'Solar', ids: packIds([1, 2, 3]) })
    await there.deleteList(id)
    const list = async () => [await here.lists(), new Set(unpackIds(await here.listIds(id)))]

    await here.saveList({ id, name, ...change })
    const changed = [{ id, name, count: ids.length, createdAt: 100, updatedAt: 200 }]
    expect(await list()).toEqual([changed, new Set(ids)])
    await there.undo()
    expect(await list()).toEqual([[], new Set()])
    await there.undo()
    expect(await list()).toMatchObject([[{ id, name, count: 3 }], new Set([1, 2, 3])])
  })
})
