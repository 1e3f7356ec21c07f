import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './scripts/longest-first.ts'

/** These start one process after another, for most of a minute. */
const longest = ['main', 'jobs/killed', 'sources/shared-database'].map((test) => `/service/${test}.test.ts`)

/**
 * The ending says where a test runs: `.test.tsx` in a DOM, since it renders, and `.test.ts` in Node, which starts in a
 * tenth of the time. A `.test.ts` that needs a DOM says so in its first line: `// @vitest-environment jsdom`.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Two more than processors: tests of the service wait for processes, leases and pauses half of their time.
    maxWorkers: availableParallelism() + 2,
    // A process for each of two hundred files costs more than many of them. What a file changes that all share, it takes back.
    isolate: false,
    sequence: { sequencer: longestFirst(longest) },
    // A busy machine is slow, and nothing is wrong: only what hangs is ended.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
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
          globalSetup: ['scripts/empty-database.mjs'],
          // Each test file opens embedded databases of its own; to optimize their code takes longer than they run.
          execArgv: ['--liftoff-only'],
          // The service serves a stylesheet, and would otherwise serve an empty one here.
          css: true,
        },
      },
    ],
  },
})
