// Runs a thread's program from TypeScript (tests, development). tsx must be registered in each thread: `--import tsx`
// covers only the first.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData)
