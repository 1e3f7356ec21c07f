import { defineConfig } from '@playwright/test'

/** Full Chromium, not the headless shell: only the former shows the browser's own log-in dialog on a 401. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // By tests rather than files, so that no browser has nothing to do while the longest file ends.
  fullyParallel: true,
  workers: 2,
  // A busy machine is slow, and nothing is wrong: a test whose claim is a duration says so itself.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    // A trace of every test costs a third of the time; `npm test -- e2e NAME --trace=on` makes one.
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
})
