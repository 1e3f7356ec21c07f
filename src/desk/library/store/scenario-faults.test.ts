import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contents, day, failFrom, fullDay, openOnDevice } from '../../testing/library-day.ts'

afterEach(() => void vi.restoreAllMocks())

/** One day per operation: seconds, or a minute on a busy machine. */
const timeout = 600_000

describe('a storage failure in any operation of a day', () => {
  it('that happens once leaves the day as if it had not happened', { timeout }, async ({ signal }) => {
    const whole = await fullDay()
    let total = Number.POSITIVE_INFINITY
    for (let nth = 1; nth <= total && !signal.aborted; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await openOnDevice(indexedDB)
      const count = failFrom(nth, 1)
      for (const act of day) await act(library)
      if (nth === 1) total = count()
      vi.restoreAllMocks()
      expect(await contents(library), `operation ${nth} of ${total}`).toEqual(whole)
      library.close()
      expect(await nextDay(indexedDB), `operation ${nth}, next day`).toEqual(whole)
    }
    expect(total).toBeGreaterThan(80)
  })

  it(
    'that lasts leaves the editor working in memory, and only complete steps on the device',
    { timeout },
    async ({ signal }) => {
      const evenings: unknown[] = []
      const calm = await openOnDevice(new IDBFactory())
      evenings.push(await contents(calm))
      for (const act of day) {
        await act(calm)
        evenings.push(await contents(calm))
      }
      calm.close()
      for (let nth = 1; nth <= 200 && !signal.aborted; nth += 3) {
        const indexedDB = new IDBFactory()
        const library = await openOnDevice(indexedDB)
        const count = failFrom(nth, Number.POSITIVE_INFINITY)
        for (const act of day) await act(library)
        const hasFailed = count() >= nth
        expect((await library.unsaved())?.reason).toBe(hasFailed ? 'unavailable' : undefined)
        vi.restoreAllMocks()
        library.close()
        expect(evenings, `after operation ${nth}`).toContainEqual(await nextDay(indexedDB))
        if (!hasFailed) break
      }
    },
  )
})

/** Closes what it opens: libraries left open would reread the changes of every later day, more and more of them. */
async function nextDay(indexedDB: IDBFactory) {
  const library = await openOnDevice(indexedDB)
  const kept = await contents(library)
  library.close()
  return kept
}
