import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { onTestFinished } from 'vitest'

/**
 * Counts look-ups that use the system's threads, or attempts to connect by any means, that the calling test makes from
 * now on. Those of earlier tests may go on in the same process.
 */
export function countResources(type: 'GETADDRINFOREQWRAP' | 'TCPCONNECTWRAP'): () => number {
  let count = 0
  const ofThisTest = new AsyncLocalStorage<true>()
  ofThisTest.enterWith(true)
  const hook = createHook({
    init: (_, made) => {
      if (made === type && ofThisTest.getStore()) count += 1
    },
  })
  hook.enable()
  onTestFinished(() => {
    hook.disable()
    // While it is in use, every promise of the process costs more.
    ofThisTest.disable()
  })
  return () => count
}
