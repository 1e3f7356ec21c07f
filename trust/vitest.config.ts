import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests the promises: see `scripts/trust.mjs`. */
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'screens',
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
