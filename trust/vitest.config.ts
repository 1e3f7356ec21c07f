import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'

/** These take most of the time. */
const longest = ['kills', 'service', 'faults', 'answers', 'posts', 'text'].map((test) => `/${test}.trust.`)

const isQuick = process.env['TRUST_SCALE'] === 'quick'

/** Tests the guarantees: see `scripts/trust.mjs`. */
export default defineConfig({
  plugins: [react()],
  test: {
    // More than processors: killed browsers and services are waited for half of the time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: longestFirst(longest) },
    projects: [
      {
        extends: true,
        // React as it is served, which takes half of the time; the quick run hears the warnings of the other build.
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
