import { beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '../../../contract/article.ts'
import { packIds, unpackIds } from '../../../contract/ids.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { collectJob, jobResult } from '../testing/collect-job.ts'
import { copyLibrary } from '../../testing/copy-library.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import type { Library } from '../library.ts'

const article = (id: number, text = `Text of ${id}`): Article => ({ id, title: `Title ${id}`, text })

async function collect(library: Library, jobId: number, articles: readonly Article[]): Promise<void> {
  await collectJob(library, jobId, articles, 30)
}

describe.each(eachLibrary)('a job restored from another device $kept', ({ open }) => {
  let there: Library
  let here: Library

  beforeEach(async () => {
    there = createMemoryLibrary({ now: () => 50 })
    here = (await open(() => 70)).library
  })

  it.each([
    ['forget', 'go-on-skipping', []],
    ['go-on-skipping', 'forget', [5]],
  ] as const)(
    'skips the ids of a removed job as was decided here (%s), not there (%s)',
    async (how, howThere, skipped) => {
      await collect(here, 17, [article(5)])
      await here.annotate([{ ids: [5], set: { decision: 'reject' } }])
      await here.removeJob('17', 60, how)
      await here.purgeRemoved(70)
      await collect(there, 17, [article(5)])
      await there.removeJob('17', 60, howThere)
      await there.purgeRemoved(70)
      await copyLibrary(there, here)

      expect(unpackIds((await here.skipIds({ everything: true })).ids)).toEqual(skipped)
      expect(unpackIds((await here.skipIds({ reasons: ['rejected'] })).ids)).toEqual(skipped)
    },
  )

  it.each(['here', 'there'])(
    'keeps a job apart from that of its number before a reset seen only %s',
    async (seen) => {
      const [reset, other] = seen === 'here' ? [here, there] : [there, here]
      for (const [at, text] of [
        [1, 'Before the reset'],
        [10, 'After the reset'],
      ] as const) {
        const { key } = await reset.addSending(blankRequest, { at })
        const job = await reset.accept(key, 17)
        await reset.saveResult(job.key, jobResult([article(1, text)]), at + 5)
      }
      await collect(other, 17, [article(seen === 'here' ? 2 : 1, 'After the reset')])
      await copyLibrary(there, here)
      const jobs = await here.jobs()

      expect(jobs.filter((job) => !job.isOfEarlierService)).toHaveLength(1)
      expect(jobs.filter((job) => job.earlierAnswers !== undefined && job.isOfEarlierService)).toEqual([])
    },
  )

  it('is in the same order as there, however it is divided', async () => {
    const articles = Array.from({ length: 250 }, (_, at) => ({
      ...article(at, 'word '.repeat((at * 7) % 250)),
      ...(at % 3 === 0 && { id: `a-${at}` }),
      ...(at % 40 === 7 && { id: `${2 ** 53}${at}`, unsafeId: true as const }),
    }))
    await collect(there, 17, articles)
    const [job] = await there.backupPart('job 17')
    await here.restorePart([job!])
    for (const [from, to] of [
      [0, 130],
      [130, 180],
      [180, 250],
    ]) {
      await here.restorePart([
        { kind: 'articles', value: { answer: '17', articles: articles.slice(from, to) } },
      ])
      expect((await here.view({ sort: 'title' })).total).toBe(to)
    }
    expect((await here.cards('17', 1)).map(({ position }) => position)).toEqual(
      Array.from({ length: 100 }, (_, index) => 100 + index),
    )
    expect(await here.idsAt('17', 'all')).toEqual(await there.idsAt('17', 'all'))
    expect(await here.jobOrder('17', 'longest')).toEqual(await there.jobOrder('17', 'longest'))
    const byTitle = async (library: Library) => (await library.view({ sort: 'title' })).ids
    expect(await byTitle(here)).toEqual(await byTitle(there))
  })

  it('keeps a job apart from that of its number at a service that does not identify itself', async () => {
    for (const [library, at, keyword] of [
      [here, 10, 'solar'],
      [there, 20, 'wind'],
    ] as const) {
      const { key } = await library.addSending({ ...blankRequest, keywords: [keyword] }, { at })
      await library.accept(key, 17)
      await library.saveResult('17', jobResult([article(at)]), at + 5)
    }
    await copyLibrary(there, here)
    await copyLibrary(there, here)
    expect(await here.jobs()).toMatchObject([
      { key: '17-2', request: { keywords: ['wind'] }, articleCount: 1 },
      { key: '17', request: { keywords: ['solar'] }, articleCount: 1 },
    ])
    expect((await here.job('17'))?.earlierAnswers).toBeUndefined()
  })

  it('is still the one that later jobs were made from, and that they skip, if it has another key here', async () => {
    for (const [library, at] of [
      [here, 10],
      [there, 20],
    ] as const) {
      const { key } = await library.addSending(blankRequest, { at })
      await library.accept(key, 9)
    }
    // Its key comes before that of the first one in the order of the table.
    const more = await there.addSending(blankRequest, {
      at: 30,
      madeFrom: '9',
      skipScope: { chain: '9', jobs: ['9'] },
    })
    await there.accept(more.key, 10)
    await copyLibrary(there, here)
    expect(await here.job('10')).toMatchObject({
      madeFrom: '9-2',
      chain: '9-2',
      skipScope: { chain: '9-2', jobs: ['9-2'] },
    })
  })

  it('comes with its service, unless there are jobs here, which may be of another', async () => {
    await there.noticeService('one')
    await copyLibrary(there, here)
    expect(await here.service()).toMatchObject({ id: 'one' })
    const other = createMemoryLibrary({ now: () => 70 })
    await collect(other, 17, [article(1)])
    await copyLibrary(there, other)
    expect(await other.service()).toBeUndefined()
  })

  it('is not taken for the job of its number here by a view from another service', async () => {
    await there.noticeService('one')
    await here.noticeService('two')
    await collect(here, 17, [article(1)])
    await there.saveNamed({ kind: 'view', name: 'Kept', value: { address: 'decision=keep&job=17&chain=17' } })
    await copyLibrary(there, here)
    expect((await here.named('view')).map(({ value }) => value)).toEqual([{ address: 'decision=keep' }])
  })

  it('is the same as one that was opened by its number here, however often it is restored', async () => {
    const { key } = await there.addSending({ ...blankRequest, keywords: ['wind'] }, { at: 10 })
    await there.accept(key, 17)
    await there.saveResult('17', jobResult([article(1)]), 15)
    await collect(here, 17, [article(1)])
    await copyLibrary(there, here)
    await copyLibrary(there, here)
    expect(await here.jobs()).toMatchObject([{ key: '17', request: { keywords: ['wind'] } }])
  })

  it.each([undefined, 'another'])(
    'comes with lists whatever their ids, even "constructor", which every object has (service: %s)',
    async (madeBy) => {
      await here.noticeService('one')
      for (const id of ['constructor', 'toString', '__proto__'])
        await here.restorePart([{ kind: 'list', value: { id, ids: packIds([5]) } }], madeBy)
      expect(await here.unsaved()).toBeUndefined()
      expect(await here.lists()).toHaveLength(madeBy === undefined ? 0 : 3)
    },
  )
})
