import { describe, expect, it } from 'vitest'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import { eachLibrary } from '../../testing/each-library.ts'
import { decisionOf } from './decision-codes.ts'
import { collectJob, jobResult } from '../testing/collect-job.ts'

describe.each(eachLibrary)('the decisions of a job $kept', ({ open }) => {
  let now = 100

  const opened = async (count: number) => {
    const { library } = await open(() => now)
    const articles = Array.from({ length: count }, (_, index) => ({
      id: index % 2 === 0 ? index : `a-${index}`,
      title: `Article ${index}`,
      text: 'Text.',
    }))
    await collectJob(library, 5, articles)
    return library
  }

  it.each([4, 600])(
    'are at the positions of its %i articles, whatever the type of their ids',
    async (count) => {
      const library = await opened(count)
      await library.annotate([{ ids: [2], set: { decision: 'reject' } }])
      await library.annotate([{ ids: ['a-3', 'elsewhere'], set: { decision: 'keep' } }])
      const { ids, codes } = (await library.decisions('5')) ?? {}
      expect(codes).toHaveLength(count)
      expect([0, 1, 2, 3].map((position) => decisionOf(codes?.[position]))).toEqual([
        undefined,
        undefined,
        'reject',
        'keep',
      ])
      expect([ids?.numbers[2], ids?.strings.get(3)]).toEqual([2, 'a-3'])
    },
  )

  it.each([4, 600])(
    'come with the article of %i that was read last, and the labels; unread articles can be first',
    async (count) => {
      const library = await opened(count)
      expect((await library.decisions('5'))?.lastRead).toBeUndefined()
      for (const id of ['a-1', 2, 0]) {
        now += 1
        await library.annotate([{ ids: [id], set: { read: true } }])
      }
      await library.annotate([{ ids: ['a-3'], set: { addLabels: ['wind'] } }])
      const { lastRead, labels } = (await library.decisions('5')) ?? {}
      expect([lastRead, labels]).toEqual([0, new Map([[3, ['wind']]])])
      const order = [...(await library.jobOrder('5', 'unread'))]
      expect([order[0], ...order.slice(-3)]).toEqual([3, 0, 1, 2])
    },
  )

  it('are shown by length or by hits; articles with as many keep the service’s order', async () => {
    const { library } = await open(() => 100)
    const { key } = await library.addSending({ ...blankRequest, keywords: ['sun'] }, { at: 1 })
    await library.accept(key, 5)
    const articles = ['Sun.', 'A sun and a sun.', 'No, only rain.', 'Rain.'].map((text, id) => ({
      id,
      title: '',
      text,
    }))
    await library.saveResult('5', jobResult(articles), 2)
    expect([...(await library.jobOrder('5', 'longest'))]).toEqual([1, 2, 0, 3])
    expect([...(await library.jobOrder('5', 'hits'))]).toEqual([1, 0, 2, 3])
  })

  it('are empty if there is no such job', async () => {
    const { library } = await open(() => 100)
    expect(await library.decisions('99')).toBeUndefined()
    expect(await library.jobOrder('99', 'longest')).toHaveLength(0)
  })

  it('are restored by an undo that says which article it is about', async () => {
    const library = await opened(4)
    await library.annotate([{ ids: ['a-1', 2], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(await library.undo()).toMatchObject({ kind: 'keep', count: 2, article: 'a-1' })
  })
})
