import { holdJobs } from './fault-proxy.ts'
import { createJob, expect, openSignedIn, test } from './fixtures.ts'

test('continues when a killed service comes back', async ({ page, wire, service }) => {
  // The desk may wait half a minute between two checks by then.
  test.slow()
  await openSignedIn(page, wire.address, service)
  wire.inject(holdJobs)
  await createJob(page, { keywords: ['garden'], count: 2 })
  await expect(page.getByText('Service says: running')).toBeVisible()

  await service.kill()
  wire.clear()
  await expect(page.getByText("Can't reach the service (still trying)")).toBeVisible({ timeout: 60_000 })
  await service.restart()
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
})
