// A process that runs jobs on a data directory and is killed at its Nth step: before a query, during it,
// or after. Run by jobs/killed.test.ts with the directory and N.
import { setTimeout as delay } from 'node:timers/promises'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import { openDatabase } from '../database/open-database.ts'
import { createJobs } from '../jobs/jobs.ts'
import { migrations } from '../migrations.ts'
import { collectOneArticle } from './collect-one-article.ts'
import { interruptDatabase } from './faulty-database.ts'

const [dataDir, killAt] = process.argv.slice(2)
const step = Number(killAt)
let left = Infinity

const end = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

const database = await openDatabase({ dataDir, migrations })
const doomed = interruptDatabase(database, (_, moment) => {
  left -= 1
  if (left !== 0) return
  // Every other time, the query is on its way to the database's thread when the process dies.
  if (moment === 'before' && step % 4 === 1) setImmediate(end)
  else end()
})
// New jobs are announced at once; polling would make the steps' timing vary.
const jobs = createJobs({ database: doomed, collector: collectOneArticle(doomed), pollMs: 60_000 })
await jobs.start()
for (;;) {
  const { rows } = await database.query(`select id from jobs where state in ('queued', 'running')`)
  if (rows.length === 0) break
  await delay(5)
}
left = step
const jobId = await jobs.create(1, blankRequest)
process.stdout.write(`${jobId}\n`)
await delay(2_000)
end()
