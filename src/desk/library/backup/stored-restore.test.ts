import { beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '../../../contract/article.ts'
import { packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { collectJob, jobResult } from '../testing/collect-job.ts'
import { copyLibrary } from '../../testing/copy-library.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import { checkRecord } from './backup-schemas.ts'
import type { Library, LibraryChange } from '../library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { mergeAnnotations } from './stored-restore.ts'

const article = (id: number | string, text = `Text of ${id}`): Article => ({ id, title: `Title ${id}`, text })

/** No two devices save the result at the same time here. */
let savedAt = 100

async function collect(library: Library, jobId: number, articles: readonly Article[]): Promise<void> {
  await collectJob(library, jobId, articles, (savedAt += 1))
}

describe.each(eachLibrary)('a restored backup $kept', ({ open }) => {
  let there: Library
  let here: Library

  beforeEach(async () => {
    there = createMemoryLibrary({ now: () => 50 })
    here = (await open(() => 70)).library
  })

  const textsOf = async (key: string, ids: readonly (number | string)[]) =>
    Promise.all(ids.map(async (id) => (await here.article(key, id))?.text))

  it('brings everything to an empty device: jobs, requests, articles, decisions, lists, names and settings', async () => {
    const sent = await there.addSending(
      { ...blankRequest, keywords: ['text'], idsToSkip: packIds([9]) },
      { at: 1 },
    )
    await there.accept(sent.key, 17)
    await there.saveResult('17', jobResult(Array.from({ length: 230 }, (_, id) => article(id))), 20)
    await collect(there, 18, [article(500)])
    await there.removeJob('18', 25)
    await there.addSending(blankRequest, { at: 30 })
    await there.annotate([{ ids: [1, 2], set: { decision: 'keep', note: 'Ask Ana' } }], { kind: 'keep' })
    const list = await there.saveList({ name: 'Solar', ids: packIds([4, 'x']) })
    await there.changeLedger({ list: 'imported', add: packIds([7]) })
    await there.saveNamed({ kind: 'preset', name: 'Weekly', value: { keywords: ['a'] } })
    await there.saveSetting('asked', true)
    await there.saveSetting('device/noted', true)

    const restored = await copyLibrary(there, here)
    expect(restored).toEqual({ jobs: 2, articles: 230, marks: 2, lists: 3, named: 1 })
    expect(await here.job('17')).toEqual(await there.job('17'))
    expect(unpackIds((await here.request('17'))?.idsToSkip ?? packIds([]))).toEqual([9])
    expect(await here.cards('17', 2)).toEqual(await there.cards('17', 2))
    expect(await textsOf('17', [0, 229])).toEqual(['Text of 0', 'Text of 229'])
    expect(await here.annotations([1, 2])).toEqual(await there.annotations([1, 2]))
    expect(unpackIds(await here.listIds(list.id))).toEqual([4, 'x'])
    expect(unpackIds(await here.listIds('imported'))).toEqual([7])
    expect((await here.ledger({ query: '500' })).rows).toMatchObject([{ id: 500, reasons: ['received'] }])
    expect(await here.named('preset')).toEqual(await there.named('preset'))
    expect(await here.setting('asked')).toBe(true)
    expect(await here.setting('device/noted')).toBeUndefined()
    // A request that another device was sending has no one here who waits for its response.
    expect((await here.jobs()).map(({ phase }) => phase)).toEqual(['unconfirmed', 'ready'])
  })

  it('brings no settings about the other device, which backups of earlier desks contain', async () => {
    await here.restorePart([{ kind: 'setting', value: { name: 'asked-to-keep-storage', value: true } }])
    expect(await here.setting('asked-to-keep-storage')).toBeUndefined()
  })

  it('brings back the sources of articles', async () => {
    const from = { url: 'https://a.example/', source: 'Times', author: 'Ann', publishedAt: '2026-01-31' }
    await collect(there, 17, [{ ...article(1), ...from }, article(2)])
    await copyLibrary(there, here)
    expect(await here.article('17', 1)).toEqual(await there.article('17', 1))
    expect(await here.article('17', 1)).toMatchObject(from)
    expect(await here.cards('17', 0)).toEqual(await there.cards('17', 0))
  })

  it('adds nothing when it is restored again', async () => {
    await collect(there, 17, [article(1), article(2)])
    await there.annotate([{ ids: [1], set: { note: 'Ask Ana' } }], { kind: 'note' })
    await there.saveList({ name: 'Solar', ids: packIds([4]) })
    await copyLibrary(there, here)
    const before = await here.jobs()
    expect(await copyLibrary(there, here)).toEqual({ jobs: 0, articles: 0, marks: 0, lists: 0, named: 0 })
    expect(await here.jobs()).toEqual(before)
  })

  it('replaces nothing: another text of the same article is kept beside the present one', async () => {
    await collect(here, 17, [article(1, 'As it is here'), article(2)])
    await collect(there, 17, [article(1, 'As it was there'), article(2), article(3)])
    expect(await copyLibrary(there, here)).toMatchObject({ jobs: 0, articles: 2 })
    expect(await textsOf('17', [1, 2])).toEqual(['As it is here', 'Text of 2'])
    expect((await here.article('17~1', 1))?.text).toBe('As it was there')
    expect(new Set((await here.view({})).ids.numbers)).toEqual(new Set([1, 2, 3]))
  })

  it('gives an unfinished job its articles from the backup', async () => {
    await here.openByNumber(17, 5)
    await collect(there, 17, [article(1)])
    expect(await copyLibrary(there, here)).toMatchObject({ jobs: 1, articles: 1 })
    expect(await here.job('17')).toMatchObject({ phase: 'ready', articleCount: 1 })
  })

  it('gives an unfinished job its articles, and keeps what only this device knows of it', async () => {
    const { key } = await here.addSending({ ...blankRequest, keywords: ['sun'] }, { at: 5, madeFrom: '16' })
    await here.accept(key, 17)
    await here.editJob('17', { name: 'Solar' })
    const before = await here.job('17')
    await collect(there, 17, [article(1)])
    expect(await copyLibrary(there, here)).toMatchObject({ jobs: 1, articles: 1 })
    const { request, name } = before!
    expect(await here.job('17')).toMatchObject({ phase: 'ready', articleCount: 1, request, name })
  })

  it('brings no request back that has become a job since, which would look as if it had no response', async () => {
    const failure = { kind: 'unreachable' }
    const { key } = await here.addSending({ ...blankRequest, keywords: ['sun'] }, { at: 5 })
    await here.markUnconfirmed(key, failure)
    await copyLibrary(here, there)
    expect(await there.jobs()).toMatchObject([{ key, phase: 'unconfirmed' }])
    await here.markSending(key, 60)
    await here.accept(key, 17)
    expect(await copyLibrary(there, here)).toMatchObject({ jobs: 0 })
    expect(await here.jobs()).toMatchObject([{ key: '17', phase: 'watched' }])
    // The other way round: the older backup was restored before.
    await there.editJob(key, { name: 'Solar' })
    expect(await copyLibrary(here, there)).toMatchObject({ jobs: 1 })
    expect(await there.jobs()).toMatchObject([{ key: '17', phase: 'watched', name: 'Solar' }])
  })

  it('has a job that got its number while the backup was made', async () => {
    const { key } = await there.addSending({ ...blankRequest, keywords: ['sun'] }, { at: 5 })
    const parts = await there.backupParts()
    await there.accept(key, 17)
    for (const part of parts) await here.restorePart(await there.backupPart(part))
    expect(await here.job('17')).toEqual(await there.job('17'))
    expect((await here.request('17'))?.keywords).toEqual(['sun'])
  })

  it('leaves no step to undo the removal of a job that it brings back', async () => {
    await collect(here, 17, [article(1)])
    await here.annotate([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
    await here.removeJob('17', 60)
    await collect(there, 17, [article(1)])
    await copyLibrary(there, here)
    expect(await here.steps()).toMatchObject([{ kind: 'keep' }])
  })

  it('brings back a removed job with what it had here', async () => {
    await collect(here, 17, [article(1, 'As it is here')])
    await here.removeJob('17', 60)
    await collect(there, 17, [article(1, 'As it is here')])
    expect(await copyLibrary(there, here)).toMatchObject({ jobs: 1, articles: 0 })
    expect(await here.jobs()).toMatchObject([{ key: '17' }])
  })

  it('announces that the ids of a removed job it brings back are skipped again', async () => {
    await collect(here, 17, [article(1)])
    await here.removeJob('17', 60, 'forget')
    expect(await here.ledger({})).toMatchObject({ skippedCount: 0 })
    const changes: LibraryChange[] = []
    here.subscribe((change) => changes.push(change))
    await collect(there, 17, [article(1)])
    await copyLibrary(there, here)
    expect(await here.ledger({})).toMatchObject({ skippedCount: 1 })
    expect(changes.flatMap(({ lists = [] }) => lists)).toContain('forgotten')
  })

  it('counts only the articles that came if those of a job were cut off', async () => {
    await collect(there, 17, [article(1), article(2)])
    const [job] = await there.backupPart('job 17')
    await here.restorePart([job!])
    expect(await here.job('17')).toMatchObject({ articleCount: 0, newCount: 0 })
  })

  it('completes a job whose restore was interrupted, and keeps what was changed since', async () => {
    const articles = Array.from({ length: 330 }, (_, id) => article(id))
    await collect(there, 17, articles)
    const [job, ...pages] = await there.backupPart('job 17')
    await here.restorePart([job!, pages[0]!])
    expect(await here.job('17')).toMatchObject({ articleCount: 100 })
    await here.editJob('17', { name: 'Solar' })
    await here.restorePart([job!, ...pages.slice(0, 2)])
    await here.restorePart(pages.slice(2))
    expect(await here.job('17')).toEqual({ ...(await there.job('17')), name: 'Solar' })
    for (const page of [0, 1, 2, 3])
      expect(await here.cards('17', page)).toEqual(await there.cards('17', page))
  })

  it('accepts the articles of a job in any number of parts', async () => {
    const articles = Array.from({ length: 470 }, (_, id) => article(id))
    await collect(there, 17, articles.slice(0, 130))
    await there.saveResult('17', jobResult(articles.slice(130)), 200)
    await collect(here, 18, [article('x')])
    const records = await there.backupPart('job 17')
    for (const [job, ...pages] of [records, records]) {
      await here.restorePart([job!])
      for (const page of pages) {
        // Half a page at a time, so that pages have to be filled up.
        const { answer, articles } = page.value as { answer: string; articles: Article[] }
        for (const half of [articles.slice(0, 37), articles.slice(37)])
          await here.restorePart([{ kind: 'articles', value: { answer, articles: half } }])
      }
      expect(await here.job('17')).toEqual(await there.job('17'))
      for (const page of [0, 1, 2, 3, 4]) {
        expect(await here.cards('17', page)).toEqual(await there.cards('17', page))
        expect(await here.cards('17~1', page)).toEqual(await there.cards('17~1', page))
      }
      expect((await here.view({ job: '17' })).ids).toEqual((await there.view({})).ids)
    }
    // Articles without their job before them are dropped.
    const stray = [{ kind: 'articles', value: { answer: '18', articles: [article(1)] } }] as const
    await here.restorePart([{ kind: 'mark', value: [1, { decision: 'keep' }] }])
    expect(await here.restorePart(stray)).toMatchObject({ articles: 0 })
    expect(await createMemoryLibrary().restorePart(stray)).toMatchObject({ articles: 0 })
  })

  it('has each article of a job once if a check brings them while they are restored', async () => {
    const articles = Array.from({ length: 330 }, (_, id) => article(id))
    await collect(there, 17, articles)
    await here.openByNumber(17, 60)
    const [job, ...pages] = await there.backupPart('job 17')
    await here.restorePart([job!, pages[0]!])
    await here.saveResult('17', jobResult(articles), 1_000)
    await here.restorePart(pages.slice(1))
    expect(await here.job('17')).toMatchObject({ articleCount: 330 })
    expect((await here.view({ job: '17' })).total).toBe(330)
  })

  it('keeps the newer of two presets, and what is set here', async () => {
    const { key } = await there.saveNamed({ kind: 'preset', name: 'Weekly', value: 1 })
    await there.saveSetting('asked', 'there')
    await here.saveSetting('asked', 'here')
    expect(await copyLibrary(there, here)).toMatchObject({ named: 1 })
    const edited = await here.saveNamed({ kind: 'preset', key, name: 'Weekly', value: 2 })
    expect(await copyLibrary(there, here)).toMatchObject({ named: 0 })
    expect(await here.named('preset')).toEqual([edited])
    const later = { ...edited, name: 'Monthly', updatedAt: edited.updatedAt + 1 }
    expect(await here.restorePart([{ kind: 'named', value: later }])).toMatchObject({ named: 1 })
    expect(await here.named('preset')).toEqual([later])
    expect(await here.setting('asked')).toBe('here')
  })

  it('announces each kind of record that it has added, and none that it had', async () => {
    const { id } = await there.saveList({ name: 'Solar', ids: packIds([1]) })
    await there.annotate([{ ids: [1], set: { decision: 'keep' } }])
    await there.saveNamed({ kind: 'preset', name: 'Weekly', value: 1 })
    await there.saveSetting('asked', true)
    const changes: LibraryChange[] = []
    here.subscribe((change) => changes.push(change))
    await copyLibrary(there, here)
    const announced = Object.assign({}, ...changes.splice(0)) as LibraryChange
    expect(announced).toEqual({ annotations: 'many', lists: [id], named: true, settings: true })
    await copyLibrary(there, here)
    expect(changes.every((change) => Object.keys(change).length === 0)).toBe(true)
  })

  it('unites lists that were changed independently', async () => {
    const { id } = await there.saveList({ name: 'Solar', ids: packIds([1, 2]) })
    await copyLibrary(there, here)
    await here.saveList({ id, name: 'Sun', ids: packIds([2, 3]) })
    await copyLibrary(there, here)
    expect(await here.lists()).toMatchObject([{ name: 'Sun', count: 3 }])
    expect(new Set(unpackIds(await here.listIds(id)))).toEqual(new Set([1, 2, 3]))
  })
})

describe('merging two marks of an article', () => {
  it.each([
    [
      'the later decision',
      { decision: 'reject', decidedAt: 5, reason: 'Too old', duplicateOf: 7 },
      { decision: 'keep', decidedAt: 9 },
      { decision: 'keep', decidedAt: 9 },
    ],
    [
      'a decision that was taken back later',
      { readAt: 1 },
      { decision: 'keep', decidedAt: 5 },
      { decision: 'keep', decidedAt: 5, readAt: 1 },
    ],
    [
      'the first reading and the last export',
      { readAt: 7, exportedAt: 7 },
      { readAt: 3, exportedAt: 3 },
      { readAt: 3, exportedAt: 7 },
    ],
    ['both notes', { note: 'Here\n' }, { note: 'There' }, { note: 'Here\n\nThere' }],
    [
      'one note of two that are the same',
      { note: 'Here and there' },
      { note: 'there' },
      { note: 'Here and there' },
    ],
    [
      'one note if the other was continued there',
      { note: 'Ask Ana\n' },
      { note: 'Ask Ana\nShe agrees' },
      { note: 'Ask Ana\nShe agrees' },
    ],
    [
      'the labels of both, but not the reason of the earlier decision',
      { decision: 'reject', decidedAt: 10, reason: 'Too old', labels: ['wind'] },
      { decision: 'reject', decidedAt: 20, labels: ['Energy', 'wind'] },
      { decision: 'reject', decidedAt: 20, labels: ['Energy', 'wind'] },
    ],
    [
      'a reason given after the decision',
      { decision: 'reject', decidedAt: 10 },
      { decision: 'reject', decidedAt: 10, reason: 'Too old', duplicateOf: 7 },
      { decision: 'reject', decidedAt: 10, reason: 'Too old', duplicateOf: 7 },
    ],
  ] as const)('keeps %s', (_what, here, there, merged) => {
    expect(mergeAnnotations(here, there)).toEqual(merged)
    expect(mergeAnnotations(merged, there)).toEqual(merged)
    expect(mergeAnnotations(merged, here)).toEqual(merged)
  })
})

describe('a backup record', () => {
  it.each([
    ['an unknown kind', { kind: 'step', value: {} }],
    ['a job without a key', { kind: 'job', value: { record: { phase: 'ready' } } }],
    [
      'a job of another phase',
      {
        kind: 'job',
        value: { record: { key: '1', startedAt: 1, phase: 'x', category: '', articleCount: 0 } },
      },
    ],
    ['a key that is no number', { kind: 'articles', value: { answer: '../1', articles: [] } }],
    [
      'an article without text',
      { kind: 'articles', value: { answer: '1', articles: [{ id: 1, title: '' }] } },
    ],
    [
      'an id past 2^53',
      { kind: 'list', value: { id: 'a', ids: { numbers: Float64Array.of(2 ** 60), strings: [] } } },
    ],
    ['a label without a name', { kind: 'mark', value: [1, { labels: [''] }] }],
    ['a decision nobody knows', { kind: 'mark', value: [1, { decision: 'love' }] }],
    ['half a character as an id', { kind: 'mark', value: ['\ud800', { decision: 'keep' }] }],
  ])('is rejected: %s', (_what, record) => {
    expect(checkRecord(record)).toBeUndefined()
  })

  it('loses impossible times, and keeps the rest', () => {
    const job = { key: '7', startedAt: 1e300, readyAt: -1e300, phase: 'ready', category: '', articleCount: 0 }
    expect(checkRecord({ kind: 'job', value: { record: job } })?.value).toMatchObject({
      record: { key: '7', startedAt: 0, readyAt: undefined },
    })
    const list = { id: 'a', name: 'Solar', count: 0, createdAt: 1, updatedAt: 8.64e15 + 1 }
    const ids = { numbers: Float64Array.of(), strings: [] }
    expect(checkRecord({ kind: 'list', value: { id: 'a', list, ids } })?.value).toMatchObject({
      list: { createdAt: 1, updatedAt: 0 },
    })
    // Without a time, an article would be unread again, and a decision would lose against none.
    const times = { decidedAt: 1e300, readAt: Number.NaN, exportedAt: null }
    const mark = { kind: 'mark', value: [1, { decision: 'keep', note: 'Ask Ana', ...times }] }
    expect(checkRecord(mark)?.value).toEqual([
      1,
      { decision: 'keep', note: 'Ask Ana', decidedAt: 0, readAt: 0, exportedAt: 0 },
    ])
  })

  it('loses an address, author or date that no service could have sent, and keeps the article', () => {
    const sent = {
      ...article(1),
      url: 'javascript:alert(1)',
      author: '\0',
      publishedAt: 'now',
      source: 'Times',
    }
    const { value } = checkRecord({ kind: 'articles', value: { answer: '1', articles: [sent] } })!
    expect(value).toEqual({ answer: '1', articles: [{ ...article(1), source: 'Times' }] })
  })

  it('is read as any library writes it, without unknown fields', async () => {
    const library = createMemoryLibrary({ now: () => 50 })
    await collect(library, 17, [{ ...article(1), author: 'Ann' }])
    // A service may number its jobs with any integers.
    await collect(library, -5, [article(2)])
    await library.annotate([{ ids: ['x'], set: { decision: 'keep' } }])
    for (const part of await library.backupParts())
      for (const record of await library.backupPart(part)) expect(checkRecord(record)).toEqual(record)
    const [job] = await library.backupPart('job 17')
    const hostile = { kind: 'job', value: Object.assign({ evil: 1 }, job?.value) }
    expect(checkRecord(hostile)).toEqual(job)
  })
})
