import { thisPlace } from './intake-in-place.ts'
import { prefetchParts } from './prefetch-parts.ts'
import { serveIntake } from './serve-intake.ts'

/** Late enough not to compete with what the editor came for. */
const prefetchAfterMs = 5_000

// The desk's second thread: whatever a service answers is fetched, read, saved and searched here, off the page.
serveIntake(globalThis, thisPlace())
setTimeout(() => void prefetchParts(), prefetchAfterMs)
