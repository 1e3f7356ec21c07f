import { beforeEach, describe, expect, it } from 'vitest'
import type { ArticleId } from '../../../contract/ids.ts'
import { countIds, packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import type { Library } from '../library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import type { SkipScope } from './skip-scope.ts'
import { collectJob, jobResult } from '../testing/collect-job.ts'

let library: Library
let now: number

beforeEach(async () => {
  now = 1_000
  library = createMemoryLibrary({ now: () => (now += 1) })
  await job(1, 'Energy', [1, 2, 3])
  await job(2, 'energy', [3, 4, 'x'], '1')
  await job(3, 'Food', [50])
})

async function job(jobId: number, category: string, ids: ArticleId[], madeFrom?: string): Promise<void> {
  const request = { ...blankRequest, category }
  const { key } = await library.addSending(request, { at: now, madeFrom })
  await library.accept(key, jobId)
  const articles = ids.map((id) => ({ id, title: `Title of ${id}`, text: `Text of ${id}` }))
  await library.saveResult(String(jobId), jobResult(articles), now)
}

const rowsOf = async (query: Parameters<Library['ledger']>[0]) =>
  (await library.ledger(query)).rows.map((row) => row.id)

describe('the ledger', () => {
  it('gives all the reasons why an id is skipped', async () => {
    await library.annotate([{ ids: [1], set: { decision: 'keep' } }])
    await library.annotate([{ ids: [2], set: { decision: 'reject' } }])
    await library.annotate([{ ids: [4], set: { decision: 'reject', duplicateOf: 2, exported: true } }])
    await library.changeLedger({ list: 'imported', add: packIds([2, 900]) })
    await library.changeLedger({ list: 'by-hand', add: packIds([901]) })

    const { counts, total, skippedCount, rows } = await library.ledger({})
    expect(counts).toEqual({
      received: 6,
      kept: 1,
      rejected: 1,
      duplicate: 1,
      exported: 1,
      imported: 2,
      'by-hand': 1,
      released: 0,
    })
    expect([total, skippedCount]).toEqual([8, 8])
    const reasons = new Map(rows.map((row) => [row.id, row.reasons]))
    expect(reasons.get(1)).toEqual(['kept', 'received'])
    expect(reasons.get(2)).toEqual(['rejected', 'received', 'imported'])
    expect(reasons.get(4)).toEqual(['duplicate', 'exported', 'received'])
    expect(reasons.get(900)).toEqual(['imported'])
    expect(reasons.get(901)).toEqual(['by-hand'])
    expect(rows.find(({ id }) => id === 4)).toMatchObject({
      duplicateOf: 2,
      title: 'Title of 4',
      jobs: ['2'],
    })
    expect(rows.find(({ id }) => id === 3)?.jobs).toEqual(['2', '1'])
  })

  it.each([
    ['4', undefined, [4]],
    ['5', undefined, [50]],
    ['title of 1', undefined, [1]],
    ['X', undefined, ['x']],
    ['90', undefined, [9001, 900]],
    ['90', 'imported', [900]],
    ['title of 2', 'imported', [2]],
    ['Y', 'imported', ['y7']],
    ['', 'imported', [900, 19, 2, 'y7']],
    ['9007199254740993', undefined, []],
    ['-', undefined, []],
  ] as const)('finds by %j among %s: %j', async (query, reason, found) => {
    await library.changeLedger({ list: 'by-hand', add: packIds([9001]) })
    await library.changeLedger({ list: 'imported', add: packIds([900, 19, 2, 'y7']) })
    expect(await rowsOf({ query, reason })).toEqual(found)
  })

  it('pages from one kind of id to the next', async () => {
    await library.changeLedger({
      list: 'imported',
      add: packIds(Array.from({ length: 120 }, (_, index) => 1000 + index)),
    })
    const pages = [await rowsOf({}), await rowsOf({ page: 1 }), await rowsOf({ page: 2 })]
    expect(pages.map((page) => page.length)).toEqual([50, 50, 26])
    expect(new Set(pages.flat()).size).toBe(126)
    expect(pages[0]?.slice(0, 8)).toEqual([50, 3, 4, 'x', 1, 2, 1000, 1001])
    expect(await rowsOf({ page: 3 })).toEqual(pages[2])
  })

  it('keeps the decision on an article after its job is gone', async () => {
    await library.annotate([{ ids: [50, 'x'], set: { decision: 'reject' } }])
    await library.removeJob('3', now)
    await library.removeJob('2', now)
    await library.purgeRemoved(now + 1)
    expect((await library.ledger({ reason: 'rejected' })).rows).toMatchObject([
      { id: 50, reasons: ['rejected', 'received'], jobs: [] },
      { id: 'x', reasons: ['rejected', 'received'], jobs: [] },
    ])
  })

  it('still skips the articles of a removed job, even after it is deleted for good', async () => {
    const skipped = async () => (await library.skipIds({ everything: true })).ids
    const before = countIds(await skipped())
    await library.removeJob('3', now)
    expect(countIds(await skipped())).toBe(before)
    expect((await library.ledger({ query: '50' })).rows).toMatchObject([{ id: 50, reasons: ['received'] }])
    // The response to a check that was in progress when the job was removed.
    const articles = [50, 51].map((id) => ({ id, title: '', text: '' }))
    await library.saveResult('3', jobResult(articles), now)
    await library.purgeRemoved(now + 1)
    expect(unpackIds(await skipped())).toContain(51)
    expect(countIds(await skipped())).toBe(before + 1)
    expect((await library.ledger({ reason: 'received' })).matchCount).toBe(before + 1)
    expect(countIds((await library.skipIds({ reasons: ['received'] })).ids)).toBe(before + 1)
  })

  it('still skips the articles of a removed job in presets that skip the job', async () => {
    const pasted = packIds([7])
    const value = { keywords: ['sun'], skipJobs: ['2', '3'], pasted }
    await library.saveNamed({ kind: 'preset', name: 'Skips two jobs', value })
    await library.saveNamed({ kind: 'preset', name: 'Skips none', value: { skipJobs: [], pasted } })
    await library.removeJob('3', now)
    const ids = { keywords: ['sun'], skipJobs: ['2'], pasted: packIds([7, 50]) }
    expect((await library.named('preset')).map((preset) => preset.value)).toEqual([
      { skipJobs: [], pasted },
      ids,
    ])
    await library.removeJob('2', now, 'forget')
    expect((await library.named('preset'))[1]?.value).toEqual(ids)
  })

  it('still skips the articles of a removed job in a form where it is chosen, unless they were forgotten', async () => {
    const chosen = async () => unpackIds((await library.skipIds({ jobs: ['2', '3'] })).ids)
    await library.removeJob('3', now)
    await library.changeLedger({ list: 'released', add: packIds([4]) })
    expect(await chosen()).toEqual([3, 50, 'x'])
    await library.undo()
    await library.restoreJob('3')
    await library.removeJob('3', now, 'forget')
    expect(await chosen()).toEqual([3, 4, 'x'])
  })

  it('drops ids that came only in a job removed with its ids, even if decided on, until that is undone', async () => {
    await library.annotate([{ ids: [50], set: { decision: 'keep' } }])
    await library.removeJob('3', now, 'forget')
    expect((await library.ledger({})).total).toBe(5)
    expect((await library.ledger({ query: '50' })).rows).toEqual([])
    await library.undo()
    expect((await library.ledger({ query: '50' })).rows).toMatchObject([{ reasons: ['kept', 'received'] }])
    await library.removeJob('3', now, 'forget')
    await library.purgeRemoved(now + 1)
    expect((await library.ledger({ query: '50' })).rows).toEqual([])
    // An id that is delivered again counts as received again.
    const articles = [{ id: 50, title: '', text: 'Text' }]
    await collectJob(library, 3, articles, now)
    expect((await library.ledger({ query: '50' })).rows).toMatchObject([{ reasons: ['kept', 'received'] }])
  })

  it('leaves out ids past 2^53', async () => {
    const articles = [{ id: '9007199254740993', unsafeId: true as const, title: '', text: '' }]
    const { key } = await collectJob(library, 9, articles, now)
    expect((await library.ledger({ query: '9007' })).total).toBe(6)
    expect(countIds((await library.skipIds({ jobs: [key] })).ids)).toBe(0)
    // Its annotation is kept when its job is removed.
    await library.annotate([{ ids: ['9007199254740993'], set: { decision: 'keep' } }])
    await library.removeJob(key, now)
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).not.toContain('9007199254740993')
  })

  it('still skips a string of many digits that came in a job removed since', async () => {
    const articles = [{ id: '9007199254740993', title: '', text: '' }]
    const { key } = await collectJob(library, 9, articles, now)
    await library.annotate([{ ids: ['9007199254740993'], set: { decision: 'keep' } }])
    await library.removeJob(key, now)
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toContain('9007199254740993')
  })

  it('shows an un-skipped id in its place, and counts it as not skipped, until that is undone', async () => {
    await library.changeLedger({ list: 'released', add: packIds([3]) })
    const page = await library.ledger({})
    expect(page.rows.map(({ id, isReleased }) => [id, isReleased])).toContainEqual([3, true])
    expect(page).toMatchObject({ total: 6, skippedCount: 5, counts: { released: 1 } })
    expect(await rowsOf({ reason: 'released' })).toEqual([3])
    await library.undo()
    expect(await library.ledger({})).toMatchObject({ skippedCount: 6, counts: { released: 0 } })
  })
})

describe('the ids a request skips', () => {
  let solar: string

  beforeEach(async () => {
    solar = (await library.saveList({ name: 'Solar', ids: packIds([3, 700, 701]) })).id
    await library.changeLedger({ list: 'imported', add: packIds([900]) })
    await library.annotate([{ ids: [1], set: { decision: 'reject' } }])
  })

  it.each<[string, (solar: string) => SkipScope, ArticleId[]]>([
    ['nothing', () => ({}), []],
    ['everything', () => ({ everything: true }), [1, 2, 3, 4, 50, 900, 'x']],
    ['this chain, by its second job', () => ({ chain: '2' }), [1, 2, 3, 4, 'x']],
    ['this category, whatever its case', () => ({ category: ' ENERGY' }), [1, 2, 3, 4, 'x']],
    ['some jobs', () => ({ jobs: ['1', '3', 'gone'] }), [1, 2, 3, 50]],
    ['a reason', () => ({ reasons: ['rejected', 'imported'] }), [1, 900]],
    ['named lists', (solar) => ({ lists: [solar, 'gone'] }), [3, 700, 701]],
    ['pasted ids and a list', (solar) => ({ lists: [solar], pasted: [packIds([3, 5])] }), [3, 5, 700, 701]],
  ])('are those of %s', async (_name, scope, ids) => {
    expect(new Set(unpackIds((await library.skipIds(scope(solar))).ids))).toEqual(new Set(ids))
  })

  it('are listed by origin, including those with several origins', async () => {
    const total = await library.skipIds({ everything: true, lists: [solar], pasted: [packIds([700, 3])] })
    expect(total.parts).toEqual([
      { kind: 'everything', name: undefined, count: 7 },
      { kind: 'list', name: 'Solar', count: 3 },
      { kind: 'pasted', name: undefined, count: 2 },
    ])
    expect(total.sharedCount).toBe(2)
  })

  it('are listed without a part that adds nothing: no ids pasted, or a job besides everything', async () => {
    const total = await library.skipIds({ everything: true, jobs: ['1'], pasted: [packIds([])] })
    expect(total.parts).toEqual([{ kind: 'everything', name: undefined, count: 7 }])
    expect(total.sharedCount).toBe(0)
  })

  it('exclude an id that was un-skipped, unless a list or the editor names it', async () => {
    await library.changeLedger({ list: 'released', add: packIds([3, 4]) })
    for (const scope of [
      { everything: true },
      { chain: '1' },
      { category: 'Energy' },
      { jobs: ['1', '2'] },
    ]) {
      const { ids, releasedCount } = await library.skipIds(scope)
      expect(unpackIds(ids)).not.toContain(3)
      expect(releasedCount).toBe(2)
    }
    const named = await library.skipIds({ everything: true, lists: [solar], pasted: [packIds([4])] })
    expect(unpackIds(named.ids)).toEqual(expect.arrayContaining([3, 4]))
    expect(named.releasedCount).toBe(0)
  })

  it('change as soon as an article arrives or a mark changes', async () => {
    await library.skipIds({ everything: true })
    await job(4, 'Food', [77])
    await library.annotate([{ ids: [2], set: { decision: 'reject' } }])
    expect(unpackIds((await library.skipIds({ everything: true })).ids)).toContain(77)
    expect(unpackIds((await library.skipIds({ reasons: ['rejected'] })).ids)).toEqual([1, 2])
    await library.annotate([{ ids: [2], set: { decision: null } }])
    expect(unpackIds((await library.skipIds({ reasons: ['rejected'] })).ids)).toEqual([1])
  })
})

describe('the outcome of jobs', () => {
  it('names the ids that were delivered although skipped', async () => {
    const request = { ...blankRequest, idsToSkip: packIds([8, 9, 'y']) }
    const { key } = await library.addSending(request, { at: now })
    await library.accept(key, 10)
    const articles = [9, 10, 'y'].map((id) => ({ id, title: '', text: '' }))
    await library.saveResult('10', jobResult(articles), now)
    expect((await library.yieldReport('10')).returnedDespiteSkip).toEqual([9, 'y'])
    expect((await library.yieldReport('99')).returnedDespiteSkip).toEqual([])
  })

  it('counts for each category what was decided on and kept, each article once', async () => {
    await library.annotate([{ ids: [1, 3], set: { decision: 'keep' } }])
    await library.annotate([{ ids: [4], set: { decision: 'maybe' } }])
    await expect.poll(async () => (await library.keepRates()).keywords).toEqual([])
    const { decided, kept, categories } = await library.keepRates()
    expect([decided, kept]).toEqual([3, 2])
    expect(categories).toMatchObject([{ name: 'energy', decided: 3, kept: 2 }])
  })
})
