import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './scripts/longest-first.ts'

/** These take half a minute and more, since they start one process after another. */
const longest = ['main', 'failover', 'jobs/killed'].map((test) => `/service/${test}.test.ts`)

/**
 * The extension says where a test runs: `.test.tsx` in a DOM, which it needs even if it renders nothing, and `.test.ts`
 * in Node, which starts in a tenth of the time.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Two more than there are processors, since tests of the service spend half their time waiting.
    maxWorkers: availableParallelism() + 2,
    // Files share a process, which is faster; each restores global state it changes.
    isolate: false,
    sequence: { sequencer: longestFirst(longest) },
    setupFiles: ['scripts/fixed-seed.ts'],
    // Only what hangs is ended: on a busy machine a test may be slow without being wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/desk/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'desk',
          environment: 'node',
          include: ['src/desk/**/*.test.ts'],
          setupFiles: ['src/desk/testing/setup-storage.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/desk/**'],
          globalSetup: ['scripts/service-under-test.mjs'],
          setupFiles: ['src/service/testing/setup.ts'],
          // Each test file opens its own embedded databases; optimizing their WebAssembly would take longer than they run.
          execArgv: ['--liftoff-only'],
          // The service serves a stylesheet, and would otherwise serve an empty one here.
          css: true,
        },
      },
    ],
  },
})
