import { expose } from 'comlink'
import { letErrorsCross } from './intake/crossing-errors.ts'
import { thisPlace } from './intake/intake-in-place.ts'
import { fetchLaterParts } from './intake/later-parts.ts'
import { createWorkerDesk } from './intake/worker-desk.ts'

/** Late enough not to compete with what the editor came for. */
const fetchRestAfterMs = 5_000

// The desk's second thread: whatever a service answers is fetched, read, saved and searched here, off the page.
letErrorsCross()
expose(createWorkerDesk(thisPlace()))
setTimeout(() => void fetchLaterParts(), fetchRestAfterMs)
