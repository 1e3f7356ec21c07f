import * as fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { expect, vi } from 'vitest'
import { eachLibrary } from '../src/desk/testing/each-library.ts'
import { libraryCommands } from '../src/desk/testing/library-commands.ts'
import { failFrom } from '../src/desk/testing/failing-storage.ts'
import {
  contents,
  openOnDevice,
  runScenario,
  scenario,
  scenarioLibrary,
} from '../src/desk/testing/library-scenario.ts'
import { addJob, compare, emptyModel, type Real } from '../src/desk/testing/library-model.ts'
import { seed, trial } from './guarantee.ts'

const guarantee = 'nothing saved disappears'

/** IndexedDB takes a hundred times as long as memory here, and the code above the store is the same. */
const sequences = {
  'in memory': { quick: 400, whole: 9_000 },
  'on the device': { quick: 30, whole: 1_000 },
}

for (const { kept, open } of eachLibrary)
  trial(
    guarantee,
    `sequences of what an editor does, against a model, ${kept}`,
    sequences[kept as keyof typeof sequences],
    async (numRuns) => {
      let commandsRun = 0
      await fc.assert(
        fc.asyncProperty(fc.commands(libraryCommands, { maxCommands: 25 }), async (commands) => {
          const clock = { now: 1_000 }
          const model = emptyModel()
          const real: Real = { ...(await open(() => clock.now)), clock }
          await addJob(model, real, 1, [1, 2, 3])
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await compare(model, real.library)
          commandsRun += [...commands].length
          real.library.close()
        }),
        { numRuns, seed },
      )
      return `0 lost, 0 doubled in ${commandsRun.toLocaleString('en')} steps`
    },
  )

trial(
  guarantee,
  'storage operations of a day, each failing in its turn',
  { quick: 12, whole: 1_000 },
  async (most) => {
    const whole = await runScenario()
    let total = Number.POSITIVE_INFINITY
    let made = 0
    for (let nth = 1; nth <= total && made < most; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await openOnDevice(indexedDB)
      // A quick run tests some operations, spread over the scenario.
      const failing = most < 1_000 ? nth * 7 : nth
      const count = failFrom(scenarioLibrary, failing, 1)
      try {
        for (const act of scenario) await act(library)
        total = count()
      } finally {
        vi.restoreAllMocks()
      }
      if (failing > total) {
        library.close()
        break
      }
      made += 1
      expect(await contents(library), `operation ${failing}`).toEqual(whole)
      library.close()
      const reopened = await openOnDevice(indexedDB)
      expect(await contents(reopened), `operation ${failing}, reopened`).toEqual(whole)
      reopened.close()
    }
    return [made, '0 lost']
  },
)
