import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failFrom } from '../../testing/failing-storage.ts'
import {
  contents,
  openOnDevice,
  runScenario,
  scenario,
  scenarioLibrary,
  undo,
} from '../../testing/library-scenario.ts'

afterEach(() => void vi.restoreAllMocks())

/** One scenario per operation: seconds, or a minute on a busy machine. */
const timeout = 600_000

describe('a storage failure in any operation of a day', () => {
  it('that happens once leaves the day as if it had not happened', { timeout }, async ({ signal }) => {
    const whole = await runScenario()
    let total = Number.POSITIVE_INFINITY
    for (let nth = 1; nth <= total && !signal.aborted; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await openOnDevice(indexedDB)
      const count = failFrom(scenarioLibrary, nth, 1)
      for (const act of scenario) await act(library)
      if (nth === 1) total = count()
      vi.restoreAllMocks()
      expect(await contents(library), `operation ${nth} of ${total}`).toEqual(whole)
      library.close()
      expect(await contentsAfterReopening(indexedDB), `operation ${nth}, reopened`).toEqual(whole)
    }
    expect(total).toBeGreaterThan(80)
  })

  it(
    'that lasts leaves the editor working in memory, and only complete steps on the device',
    { timeout },
    async ({ signal }) => {
      const states: unknown[] = []
      const undisturbed = await openOnDevice(new IDBFactory())
      states.push(await contents(undisturbed))
      for (const act of scenario) {
        await act(undisturbed)
        states.push(await contents(undisturbed))
      }
      undisturbed.close()
      for (let nth = 1; nth <= 200 && !signal.aborted; nth += 3) {
        const indexedDB = new IDBFactory()
        const library = await openOnDevice(indexedDB)
        const count = failFrom(scenarioLibrary, nth, Number.POSITIVE_INFINITY)
        for (const act of scenario) {
          const done = act(library)
          // If the steps can't be read, it is unknown whether there is one.
          await (act === undo ? done.catch(expectUnavailable) : done)
        }
        const hasFailed = count() >= nth
        expect((await library.unsaved())?.reason).toBe(hasFailed ? 'unavailable' : undefined)
        vi.restoreAllMocks()
        library.close()
        expect(states, `after operation ${nth}`).toContainEqual(await contentsAfterReopening(indexedDB))
        if (!hasFailed) break
      }
    },
  )
})

function expectUnavailable(error: unknown): void {
  expect(error).toMatchObject({ name: 'LibraryError', reason: 'unavailable' })
}

/** Closes what it opens: libraries left open would reread the changes of every later scenario, more and more of them. */
async function contentsAfterReopening(indexedDB: IDBFactory) {
  const library = await openOnDevice(indexedDB)
  const kept = await contents(library)
  library.close()
  return kept
}
