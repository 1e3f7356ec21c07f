import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * The ending says where a test runs: `.test.tsx` in a DOM, since it renders, and `.test.ts` in Node, which starts in a
 * tenth of the time. A `.test.ts` that needs a DOM says so in its first line: `// @vitest-environment jsdom`.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Vitest leaves one processor to itself, though it does little: of two, the tests had one.
    maxWorkers: availableParallelism(),
    // One second would fail on a busy machine, where nothing is wrong.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/desk/testing/setup.ts'],
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'desk',
          environment: 'node',
          include: ['src/desk/**/*.test.ts'],
          setupFiles: ['src/desk/testing/setup-storage.ts'],
          testTimeout: 60_000,
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
          // The service serves a stylesheet, and would otherwise serve an empty one here.
          css: true,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
