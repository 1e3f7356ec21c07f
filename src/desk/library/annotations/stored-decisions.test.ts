import { describe, expect, it } from 'vitest'
import { eachLibrary } from '../../testing/each-library.ts'
import { decisionOf } from './decision-codes.ts'

describe.each(eachLibrary)('the decisions of a job $kept', ({ open }) => {
  const opened = async (count: number) => {
    const { library } = await open(() => 100)
    await library.openByNumber(5, 1)
    const articles = Array.from({ length: count }, (_, index) => ({
      id: index % 2 === 0 ? index : `a-${index}`,
      title: `Article ${index}`,
      text: 'Text.',
    }))
    await library.saveResult('5', { state: 'success', category: '', articles, setAside: [] }, 2)
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

  it('are empty if there is no such job', async () => {
    const { library } = await open(() => 100)
    expect(await library.decisions('99')).toBeUndefined()
  })

  it('are restored by an undo that says which article it is about', async () => {
    const library = await opened(4)
    await library.annotate([{ ids: ['a-1', 2], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(await library.undo()).toMatchObject({ kind: 'keep', count: 2, article: 'a-1' })
  })
})
