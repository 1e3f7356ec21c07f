import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { addJob, compare, emptyModel, type Real, type Model } from '../testing/library-model.ts'
import { libraryCommands } from '../testing/library-commands.ts'

/** In memory, because the device's database is a hundred times slower in tests and the rules are the same. */
const sequences = { 'in memory': 2_000, 'on the device': 250 }

describe.each(eachLibrary)('the library $kept', ({ kept, open }) => {
  it('always agrees with a simple model of it, whatever the editor does', { timeout: 240_000 }, async () => {
    let commandsRun = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(libraryCommands, { maxCommands: 25 }), async (commands) => {
        const clock = { now: 1_000 }
        const opened = await open(() => clock.now)
        const model: Model = emptyModel()
        const real: Real = { ...opened, clock }
        await addJob(model, real, 1, [1, 2, 3])
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await compare(model, real.library)
        commandsRun += [...commands].length
        real.library.close()
      }),
      { numRuns: sequences[kept as keyof typeof sequences] },
    )
    expect(commandsRun).toBeGreaterThan(sequences[kept as keyof typeof sequences])
  })
})
