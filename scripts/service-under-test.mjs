import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { makeEmptyDatabases } from './empty-databases.mjs'

/**
 * Global setup of the service's tests: builds the service once for all of them. What is shipped is what is tested, and
 * its threads start in half the time that they take from TypeScript.
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
  // Not there, since the user that runs PostgreSQL may not be able to read this folder.
  process.env.POSTGRES_FILES = mkdtempSync(path.join(tmpdir(), 'desk-postgres-files-'))
  return () => {
    for (const folder of [outDir, process.env.POSTGRES_FILES]) rmSync(folder, { recursive: true })
  }
}
