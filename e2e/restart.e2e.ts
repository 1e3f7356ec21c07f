import { expect, test as base } from './fixtures.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const test = base.extend<{ readonly service: ServiceProcess }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the fixtures a fixture needs from its pattern
    async ({}, provide) => {
      const service = await startService({ isSmall: true })
      await provide(service)
      await service.dispose()
    },
    { scope: 'test', timeout: 120_000 },
  ],
})

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
