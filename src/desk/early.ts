import { startEarly } from './app/early-start.ts'
import { screenModules, screenNameAt } from './app/screen-modules.ts'
import { accountOfTab } from './session/credential-store.ts'
import { searchParam } from './paths.ts'
import { connectWorker } from './worker-client/connect-worker.ts'

// What a reload waits for longest: the worker, which opens the library, and the code of the screen. A file of its own
// in the build, so that both begin before the other 300 KB of the script are fetched, compiled and run.
const account = accountOfTab(
  () => sessionStorage,
  () => localStorage,
)
const screen = screenNameAt(location.pathname)
if (account) void Promise.allSettled([import('./app/signed-in.tsx'), screenModules[screen]()])

export const early = startEarly(account, (options) => {
  const params = new URLSearchParams(location.search)
  const query = params.get(searchParam) ?? undefined
  params.delete(searchParam)
  const firstView = { query, isFiltered: params.size > 0 }
  return connectWorker({ ...options, firstView: screen === 'library' ? firstView : undefined })
})
