import { describe, expect, it, vi } from 'vitest'
import { LibraryError } from '../library/library.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from '../library/memory-library.ts'
import { createMarks } from './marks.ts'

const now = () => 100

function opened(library: Library = createMemoryLibrary({ now })) {
  const marks = createMarks(library, now)
  marks.follow()
  return { library, marks }
}

describe('the marks of a page', () => {
  it('reads those in sight all at once', async () => {
    const { library, marks } = opened()
    await library.mark([{ ids: [1, 3], set: { decision: 'keep' } }])
    const read = vi.spyOn(library, 'marks')
    for (const id of [1, 2, 3]) marks.subscribe(id, () => {})
    await expect.poll(() => marks.get(3)).toMatchObject({ decision: 'keep' })
    expect(marks.get(2)).toEqual({})
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('shows a decision before the library has written it', async () => {
    const { library, marks } = opened()
    const heard = vi.fn<() => void>()
    marks.subscribe(1, heard)
    await expect.poll(() => marks.get(1)).toEqual({})
    heard.mockClear()
    const written = marks.mark([{ ids: [1], set: { decision: 'reject' } }], { kind: 'reject' })
    expect(marks.get(1)).toMatchObject({ decision: 'reject' })
    await written
    expect(heard).toHaveBeenCalledTimes(1)
    expect((await library.marks([1]))[0]?.[1]).toEqual(marks.get(1))
  })

  it('shows again what the library has where it refuses', async () => {
    const library = createMemoryLibrary({ now })
    await library.mark([{ ids: [1], set: { decision: 'keep' } }])
    const { marks } = opened({
      ...library,
      mark: () => Promise.reject(new LibraryError('newer-schema')),
    })
    marks.subscribe(1, () => {})
    await expect.poll(() => marks.get(1)).toMatchObject({ decision: 'keep' })
    await expect(marks.mark([{ ids: [1], set: { decision: 'reject' } }])).rejects.toThrow(LibraryError)
    await expect.poll(() => marks.get(1)).toMatchObject({ decision: 'keep' })
  })

  it('shows the latest of decisions that follow one another faster than they are written', async () => {
    const { library, marks } = opened()
    marks.subscribe(1, () => {})
    await expect.poll(() => marks.get(1)).toEqual({})
    const shown: unknown[] = []
    marks.subscribe(1, () => shown.push(marks.get(1)?.decision))
    await Promise.all(
      (['keep', 'maybe', 'reject'] as const).map((decision) =>
        marks.mark([{ ids: [1], set: { decision } }], { kind: decision }),
      ),
    )
    expect(shown).toEqual(['keep', 'maybe', 'reject'])
    expect((await library.marks([1]))[0]?.[1]).toEqual(marks.get(1))
    expect(await library.steps()).toHaveLength(3)
  })

  it('tells who counts of every mark, shown or not', async () => {
    const { library, marks } = opened()
    const heard: unknown[] = []
    marks.subscribeToAll((changed) => heard.push(changed === 'many' ? changed : changed.map(([id]) => id)))
    await library.mark([{ ids: [7, 8], set: { decision: 'keep' } }])
    const ids = Array.from({ length: 3_000 }, (_, index) => index)
    await library.mark([{ ids, set: { decision: 'maybe' } }])
    expect(heard).toEqual([[7, 8], 'many'])
  })

  it('hears of what another tab decides, few or many', async () => {
    const { library, marks } = opened()
    marks.subscribe(1, () => {})
    await expect.poll(() => marks.get(1)).toEqual({})
    await library.mark([{ ids: [1], set: { decision: 'keep' } }])
    expect(marks.get(1)).toMatchObject({ decision: 'keep' })
    const ids = Array.from({ length: 3_000 }, (_, index) => index)
    await library.mark([{ ids, set: { decision: 'maybe' } }])
    await expect.poll(() => marks.get(1)).toMatchObject({ decision: 'maybe' })
  })
})
