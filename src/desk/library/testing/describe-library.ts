import { beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '../../../contract/article.ts'
import { emptyIdList, packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import type { Library, LibraryChange } from '../library.ts'
import type { KnownArticle, RequestDraft } from '../records.ts'
import { collectJob, jobResult } from './collect-job.ts'

const article = (id: number | string, text = `Text of ${id}`): Article => ({ id, title: `Title ${id}`, text })
const unfinished = {
  at: 2,
  phaseBefore: 'watched',
  phase: 'watched',
  failureWordCount: 0,
  failedChecks: 0,
} as const
const request = { ...blankRequest, keywords: ['solar'], idsToSkip: packIds([1, 'x']) }

/** The tests that every library has to pass, on the device or in memory. */
export function describeLibrary(name: string, open: (now: () => number) => Promise<Library>): void {
  describe(`a library ${name}`, () => {
    let library: Library
    let changes: LibraryChange[]
    let now: number

    beforeEach(async () => {
      now = 1_000
      library = await open(() => now)
      changes = []
      library.subscribe((change) => {
        // Background work announces its results at arbitrary times.
        if (!change.unsaved && !change.analysed) changes.push(change)
      })
      return () => library.close()
    })

    const readyJob = (jobId: number, articles: readonly Article[]) =>
      collectJob(library, jobId, articles, now)

    it('gives an accepted request its number and keeps the exact request', async () => {
      const { key } = await library.addSending(request, { at: 5 })
      expect(await library.job(key)).toMatchObject({ phase: 'sending', request: { skipCount: 2 } })
      await library.accept(key, 17)
      expect([await library.job(key), await library.request(key)]).toEqual([undefined, undefined])
      expect(await library.job('17')).toMatchObject({ jobId: 17, phase: 'watched', startedAt: 5 })
      expect(unpackIds((await library.request('17'))?.idsToSkip ?? emptyIdList)).toEqual([1, 'x'])
    })

    it('joins a request with the job of that number, should it be here already', async () => {
      await readyJob(17, [article(1)])
      const { key } = await library.addSending(request, { at: 5 })
      const record = await library.accept(key, 17)
      expect(record).toMatchObject({ phase: 'ready', articleCount: 1, request: { keywords: ['solar'] } })
      expect(await library.jobs()).toHaveLength(1)
    })

    it('brings back a request or a job that was removed before the response, and its removal is no step', async () => {
      await readyJob(17, [article(1)])
      const { key } = await library.addSending(request, { at: 5 })
      await library.removeJob('17', 6)
      await library.removeJob(key, 7)
      expect(await library.steps()).toHaveLength(2)
      changes = []
      await library.accept(key, 17)
      expect(await library.jobs()).toHaveLength(1)
      expect(await library.steps()).toEqual([])
      expect(changes).toMatchObject([{ lists: ['removed', 'forgotten'] }])
    })

    it('remembers the chain a job stands in', async () => {
      await readyJob(1, [])
      const second = await library.addSending(request, { at: 6, madeFrom: '1' })
      const { key } = await library.accept(second.key, 2)
      const third = await library.addSending(request, { at: 7, madeFrom: key })
      expect(third).toMatchObject({ madeFrom: '2', chain: '1' })
    })

    it('forgets a refused request', async () => {
      const { key } = await library.addSending(request, { at: 5 })
      await library.discardSent(key)
      expect(await library.jobs()).toEqual([])
      expect(await library.request(key)).toBeUndefined()
    })

    it('lists jobs newest first', async () => {
      await library.openByNumber(3, 10)
      await library.openByNumber(9, 30)
      await library.openByNumber(4, 20)
      expect((await library.jobs()).map((job) => job.key)).toEqual(['9', '4', '3'])
    })

    it('gives back articles in the service’s order, with what it knows of them', async () => {
      await readyJob(5, [article(7), article('a', 'Solar, solar farms'), article(3)])
      expect((await library.cards('5', 0)).map(({ id, position }) => [id, position])).toEqual([
        [7, 0],
        ['a', 1],
        [3, 2],
      ])
      expect(await library.article('5', 'a')).toEqual({
        ...article('a', 'Solar, solar farms'),
        jobKey: '5',
        position: 1,
        wordCount: 3,
      })
      expect(await library.article('5', 99)).toBeUndefined()
      expect(await library.article('6', 7)).toBeUndefined()
    })

    it('tells the ids 7 and "7" apart', async () => {
      await readyJob(5, [article(7, 'number'), article('7', 'string')])
      expect((await library.article('5', 7))?.text).toBe('number')
      expect((await library.article('5', '7'))?.text).toBe('string')
    })

    it('reads cards by the page', async () => {
      await readyJob(
        5,
        Array.from({ length: 250 }, (_, index) => article(index + 1)),
      )
      expect((await library.cards('5', 2)).map(({ id }) => id)).toEqual(
        Array.from({ length: 50 }, (_, index) => index + 201),
      )
      expect((await library.article('5', 250))?.text).toBe('Text of 250')
      expect(await library.cards('5', 3)).toEqual([])
    })

    it('replaces the articles of a job that is saved again', async () => {
      await readyJob(
        5,
        Array.from({ length: 150 }, (_, index) => article(index + 1)),
      )
      const record = await readyJob(5, [article(900)])
      expect(record).toMatchObject({ articleCount: 1, newCount: 1 })
      expect(await library.cards('5', 1)).toEqual([])
      // The replaced articles are not shown, but their ids are still never requested again.
      expect(unpackIds((await library.skipIds({ everything: true })).ids)).toHaveLength(151)
    })

    it('counts what no earlier job had brought, and what was to be skipped', async () => {
      await readyJob(1, [article(1), article(2), article('x')])
      const { key } = await library.addSending(request, { at: 5 })
      await library.accept(key, 2)
      const record = await library.saveResult('2', jobResult([article(1), article('x'), article(9)]), now + 1)
      expect(record).toMatchObject({ articleCount: 3, newCount: 1, skippedReturned: 2 })
      const again = await library.saveResult('1', jobResult([article(1), article(2), article(9)]), now + 2)
      expect(again).toMatchObject({ newCount: 3, readyAt: now })
      const second = await library.saveResult('2', jobResult([article(1), article(10)]), now + 3)
      expect(second).toMatchObject({ newCount: 1, skippedReturned: 1 })
    })

    it('counts an id past 2^53 as new only once', async () => {
      const unsafe = { ...article('9007199254740993'), unsafeId: true } as const
      await readyJob(5, [unsafe])
      expect(await readyJob(6, [unsafe, article(1)])).toMatchObject({ newCount: 1 })
    })

    it('never exports an id past 2^53', async () => {
      await readyJob(5, [article(1), { ...article('9007199254740993'), unsafeId: true }, article('s')])
      expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1, 's'])
      expect(await library.idsAt('5', 'all')).toEqual({ ids: [1, 's'], unsafe: 1 })
      expect(await library.idsAt('5', [2, 1])).toEqual({ ids: ['s'], unsafe: 1 })
      expect((await library.cards('5', 0))[1]).toMatchObject({ id: '9007199254740993', unsafeId: true })
      expect(await library.article('5', '9007199254740993')).toMatchObject({ unsafeId: true })
      // It is still one when it becomes an article of an earlier result.
      await readyJob(5, [article(1)])
      expect(unpackIds((await library.skipIds({ everything: true })).ids)).toEqual([1, 's'])
    })

    it('finds articles by title and text', async () => {
      await readyJob(5, [article(1, 'Wind over sea'), article(2, 'The windmill'), article(3, 'Rewind')])
      const found = async (query: string) => [...(await library.find('5', query))]
      expect(await found('wind')).toEqual([0, 1])
      expect(await found('windm')).toEqual([1])
      expect(await found('wind -sea')).toEqual([1])
      expect(await found('title 3')).toEqual([2])
      expect(await found(' ')).toEqual([0, 1, 2])
      await readyJob(5, [article(4, 'New wind')])
      expect(await found('wind')).toEqual([0])
    })

    it('keeps where articles come from, and finds them by author and source in a job and in the library', async () => {
      const from = {
        url: 'https://example.org/1',
        source: 'Sea Times',
        author: 'Ann Réed',
        publishedAt: '2026-01-31',
      }
      await readyJob(5, [{ ...article(1), ...from }, article(2, 'Of Ann')])
      expect(await library.article('5', 1)).toMatchObject(from)
      expect(await library.libraryArticle(1)).toMatchObject(from)
      expect((await library.entries([1]))[0]?.card).toMatchObject(from)
      const exported: KnownArticle[] = []
      for await (const batch of await library.knownArticles({ jobKey: '5', positions: 'all' }))
        exported.push(...batch)
      expect(exported).toMatchObject([from, article(2, 'Of Ann')])
      const found = async (query: string) => [...(await library.find('5', query))]
      expect(await found('reed')).toEqual([0])
      expect(await found('"sea times"')).toEqual([0])
      expect(await found('"reed sea"')).toEqual([])
      const inLibrary = async (query: string) => [...(await library.view({ query })).ids.numbers]
      await expect.poll(() => inLibrary('reed times')).toEqual([1])
      expect(await inLibrary('ann -sea')).toEqual([2])
    })

    it('takes a job out and brings it back with its articles', async () => {
      await readyJob(5, [article(1)])
      await library.removeJob('5', 2_000)
      expect(await library.jobs()).toEqual([])
      expect((await library.view({})).total).toBe(0)
      await library.purgeRemoved(2_000)
      await library.restoreJob('5')
      expect(await library.article('5', 1)).toBeDefined()
    })

    it('undoes the removal of a job, and of a request that was discarded, in a later visit too', async () => {
      await readyJob(5, [article(1)])
      const { key } = await library.addSending(blankRequest, { at: 1_000 })
      await library.markUnconfirmed(key, { kind: 'network' })
      await library.removeJob('5', 2_000)
      await library.removeJob(key, 2_001)
      expect(await library.markSending(key, 2_002)).toBeUndefined()
      expect(await library.undo()).toMatchObject({ kind: 'discard-request', name: key })
      expect((await library.jobs()).map(({ key }) => key)).toEqual([key])
      expect(await library.undo()).toMatchObject({ kind: 'remove-job', name: '5', count: 1 })
      expect((await library.view({})).ids.numbers).toEqual(Float64Array.of(1))
    })

    it('has only other removals to undo once a removed job came back another way, or is gone for good', async () => {
      await readyJob(6, [article(2)])
      await library.removeJob('6', 2_500)
      const { key } = await library.addSending(blankRequest, { at: 1_000 })
      await library.markUnconfirmed(key, { kind: 'network' })
      await library.removeJob(key, 2_000)
      for (const end of [
        () => library.restoreJob('5'),
        () => library.openByNumber(5, 3_000),
        () => library.purgeRemoved(2_001),
      ]) {
        await readyJob(5, [article(1)])
        await library.removeJob('5', 2_000)
        await end()
        expect((await library.steps()).map(({ name }) => name)).not.toContain('5')
      }
      expect((await library.steps()).map(({ name }) => name)).toEqual(['6'])
    })

    it('deletes for good what was removed long enough ago, but no decision, label or note', async () => {
      await library.accept((await library.addSending(request, { at: 5 })).key, 5)
      await readyJob(5, [article(1)])
      await readyJob(6, [article(2)])
      const set = { decision: 'keep', note: 'Quote it', addLabels: ['page one'] } as const
      await library.annotate([{ ids: [1], set }])
      await library.removeJob('5', 2_000)
      await library.purgeRemoved(2_001)
      expect([await library.job('5'), await library.request('5')]).toEqual([undefined, undefined])
      expect(await library.article('5', 1)).toBeUndefined()
      expect(await library.article('6', 2)).toBeDefined()
      const annotation = { decision: 'keep', note: 'Quote it', labels: ['page one'] }
      expect(await library.annotations([1])).toMatchObject([[1, annotation]])
    })

    it('keeps the draft and settings, and sets damaged ones aside', async () => {
      const draft: RequestDraft = {
        keywords: ['a'],
        category: '',
        articleCount: '12',
        removeSignature: true,
        idsToSkip: packIds([1, 2]),
        keywordText: 'b',
        skipEverything: false,
        skipJobs: ['5'],
      }
      await library.saveDraft(draft)
      const { idsToSkip, ...rest } = draft
      const kept = await library.draft()
      expect(kept).toMatchObject(rest)
      expect(unpackIds(kept?.idsToSkip ?? emptyIdList)).toEqual(unpackIds(idsToSkip))
      await library.saveDraft({ ...draft, formId: 'one' })
      await library.discardDraft(['another', undefined])
      expect(await library.draft()).toMatchObject(rest)
      await library.bringBackDraft({ ...draft, formId: 'two' })
      expect((await library.draft())?.formId).toBe('one')
      await library.discardDraft(['another', 'one'])
      expect(await library.draft()).toBeUndefined()
      await library.bringBackDraft({ ...draft, formId: 'another' })
      expect(await library.draft()).toBeUndefined()
      await library.bringBackDraft({ ...draft, formId: 'two' })
      expect((await library.draft())?.formId).toBe('two')
      await library.saveSetting('request-draft', { keywords: 7 })
      expect(await library.draft()).toBeUndefined()
      await library.saveSetting('theme', 'dark')
      expect(await library.setting('theme')).toBe('dark')
      await library.saveSetting('theme', undefined)
      expect(await library.setting('theme')).toBeUndefined()
    })

    it('keeps a job ready that is stopped, or noted as unfinished, while its articles are being saved', async () => {
      const record = await readyJob(5, [article(1)])
      await library.setPhase('5', 'stopped')
      expect(await library.job('5')).toEqual(record)
      await library.noteCheck('5', unfinished)
      expect(await library.job('5')).toEqual(record)
      expect((await library.skipIds({ everything: true })).ids.numbers).toHaveLength(1)
    })

    it('keeps what a check has told of a job when the next one fails', async () => {
      const { key } = await library.openByNumber(5, 1)
      await library.noteCheck(key, { ...unfinished, state: 'running', category: 'Energy' })
      await library.noteCheck(key, { ...unfinished, failedChecks: 1, failure: { kind: 'network' } })
      expect(await library.job(key)).toMatchObject({ state: 'running', category: 'Energy', failedChecks: 1 })
    })

    it('keeps a job stopped that is stopped while a check of it is noted', async () => {
      await library.openByNumber(5, 1)
      await library.setPhase('5', 'stopped')
      await library.noteCheck('5', { ...unfinished, nextCheckAt: 9 })
      await library.openByNumber(5, 3)
      expect(await library.job('5')).toMatchObject({ phase: 'stopped', nextCheckAt: undefined })
    })

    it('says which jobs changed, and whose articles', async () => {
      await library.openByNumber(5, 1)
      await library.setPhase('5', 'stopped')
      await library.setPhase('nowhere', 'stopped')
      await library.saveResult('5', jobResult([article(1)]), 2)
      expect(changes).toEqual([{ jobs: ['5'] }, { jobs: ['5'] }, { jobs: ['5'], articles: ['5'] }])
    })

    it('says what changed of requests, removed jobs, lists and presets', async () => {
      const { key } = await library.addSending(blankRequest, { at: 1 })
      await library.markUnconfirmed(key, { kind: 'network' })
      expect(await library.markSending(key, 2)).toBeDefined()
      // Another tab was first.
      expect(await library.markSending(key, 3)).toBeUndefined()
      await library.accept(key, 5)
      const sent = { jobs: [key] }
      expect(changes.splice(0)).toEqual([sent, sent, sent, { jobs: [key, '5'] }])

      const refused = await library.addSending(blankRequest, { at: 3 })
      await library.discardSent(refused.key)
      expect(changes.splice(0)).toEqual([{ jobs: [refused.key] }, { jobs: [refused.key] }])

      await library.saveNamed({ kind: 'view', name: 'To read', value: {} })
      await library.saveNamed({ kind: 'preset', name: 'Anything', value: {} })
      await library.saveNamed({ kind: 'preset', name: 'No repeats', value: { skipJobs: ['5'] } })
      expect(changes.splice(0)).toEqual([{ named: true }, { named: true }, { named: true }])
      const removal = { jobs: ['5'], lists: ['removed', 'forgotten'] }
      await library.removeJob('5', 4)
      await library.removeJob('5', 5)
      await library.restoreJob('5')
      await library.removeJob('5', 6)
      await library.openByNumber(5, 7)
      expect(changes.splice(0)).toEqual([{ ...removal, named: true }, removal, removal, removal])
      await library.removeJob('5', 8)
      await library.purgeRemoved(9)
      expect(changes.splice(0)).toEqual([removal, { ...removal, articles: ['5'] }])

      const { id } = await library.saveList({ name: 'Solar' })
      await library.deleteList(id)
      await library.changeLedger({ list: 'imported', add: packIds([1]) })
      await library.changeLedger({ list: 'imported', add: packIds([1]) })
      expect(changes.splice(0)).toEqual([{ lists: [id] }, { lists: [id] }, { lists: ['imported'] }])

      await library.deleteNamed((await library.named('view'))[0]?.key ?? '')
      expect(changes).toEqual([{ named: true }])
    })

    it('saves nothing by half: articles of an unknown job leave no trace', async () => {
      await expect(library.saveResult('99', jobResult([article(1)]), 2)).rejects.toThrow('must be known')
      expect(await library.cards('99', 0)).toEqual([])
      expect(changes).toEqual([])
    })
  })
}
