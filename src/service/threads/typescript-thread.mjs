// Runs a thread's program where the service runs from TypeScript: in tests from the build that they share, in
// development through tsx, which must be registered in each thread: `--import tsx` covers only the first.
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'

const built = process.env.SERVICE_UNDER_TEST
if (built) await import(pathToFileURL(join(built, `${basename(workerData, '.ts')}.js`)).href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(workerData)
}
