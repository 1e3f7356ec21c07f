import { defineConfig } from '@playwright/test'
import { launchOptions } from './fixtures.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './shared-service.ts',
  outputDir: '../test-results',
  // Parallel by test rather than by file, so that no browser is idle while the longest file finishes.
  fullyParallel: true,
  // Two more than a small machine has processors, since a test spends some of its time waiting.
  workers: 4,
  // A busy machine is slow without anything being wrong; tests about durations set their own limits.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    // Tracing every test takes a third of the time; `npm test -- e2e NAME --trace=on` traces one.
    screenshot: 'only-on-failure',
    // Each test is a new device, and fetching the whole desk for offline use is a sixth of its time. Tests of that, and
    // those of the main way through the desk, allow it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...launchOptions,
      // A page lives for seconds here: optimizing its code would take longer than it saves, a seventh of a test's time.
      args: [...launchOptions.args, '--js-flags=--no-maglev --no-turbofan'],
      executablePath: process.env.HEADLESS_SHELL_PATH ?? launchOptions.executablePath,
    },
  },
})
