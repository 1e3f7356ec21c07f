import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { createCluster, hasPostgres } from '../src/service/testing/postgres-cluster.ts'
import { makeEmptyDatabases } from './empty-databases.mjs'

/**
 * Global setup of the service's tests: builds the service once for all of them, and starts a PostgreSQL that they share.
 * What is shipped is what is tested, and its threads start in half the time that they take from TypeScript.
 */
export default async function setup(project) {
  // Inside the project, so that it finds the dependencies; a folder per process, since another may be testing, too.
  const outDir = path.resolve(`dist/service-under-test-${process.pid}`)
  const make = async () => {
    await build({
      configFile: 'vite.service.config.ts',
      logLevel: 'error',
      // A process that a test starts fifteen times: from TypeScript, loading it took as long as what is tested.
      build: {
        outDir,
        rolldownOptions: { input: { 'killed-worker': 'src/service/testing/killed-worker.ts' } },
      },
    })
    await makeEmptyDatabases(outDir)
  }
  await make()
  project.onTestsRerun(make)
  process.env.SERVICE_UNDER_TEST = outDir
  // Each test makes a database of its own on it: all their connections are to one server, and all are in its log.
  const shared = hasPostgres
    ? await createCluster({ max_connections: '400', max_wal_size: '128MB' })
    : undefined
  process.env.SHARED_POSTGRES = shared?.url
  return async () => {
    await shared?.remove()
    rmSync(outDir, { recursive: true })
  }
}
