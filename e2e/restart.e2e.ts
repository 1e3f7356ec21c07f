import { expect, test } from './fixtures.ts'

test('continues when a killed service comes back', async ({ page, wire, service, watch }) => {
  // The desk may wait half a minute between two checks by then.
  test.slow()
  await watch({ keywords: ['garden'], count: 2 })

  await service.kill()
  wire.clear()
  await expect(page.getByText("Can't reach the service (still trying)")).toBeVisible({ timeout: 60_000 })
  await service.restart()
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
})
