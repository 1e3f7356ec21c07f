import { expose } from 'comlink'
import { letErrorsCross } from './intake/crossing-errors.ts'
import { thisPlace } from './intake/intake-in-place.ts'
import { createWorkerDesk } from './intake/worker-desk.ts'

// The desk's second thread: whatever a service answers is fetched, read, saved and searched here, off the page.
letErrorsCross()
expose(createWorkerDesk(thisPlace()))
