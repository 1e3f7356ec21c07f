import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'

/** These take most of the time. */
const longest = ['kills', 'service', 'random-use', 'faults', 'answers', 'posts', 'text'].map(
  (test) => `/${test}.trust.`,
)

const isQuick = process.env['TRUST_SCALE'] === 'quick'

/** Tests the guarantees: see `scripts/trust.mjs`. */
export default defineConfig({
  plugins: [react()],
  test: {
    // More workers than processors, since half the time is spent waiting for killed browsers and services.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: longestFirst(longest) },
    projects: [
      {
        extends: true,
        // React's production build takes half the time; the quick run uses the other for its warnings.
        ...(!isQuick && { oxc: { jsx: { development: false } } }),
        test: {
          name: 'screens',
          env: { NODE_ENV: isQuick ? 'test' : 'production' },
          environment: 'jsdom',
          include: ['trust/**/*.trust.tsx'],
          setupFiles: ['src/desk/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          environment: 'node',
          include: ['trust/**/*.trust.ts'],
          setupFiles: ['src/desk/testing/setup-storage.ts'],
        },
      },
    ],
  },
})
