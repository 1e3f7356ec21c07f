import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'desk',
          environment: 'jsdom',
          include: ['src/desk/**/*.test.{ts,tsx}'],
          setupFiles: ['src/desk/testing/setup.ts'],
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // The service serves a stylesheet, and would otherwise serve an empty one here.
          css: true,
          globalSetup: ['scripts/empty-database.mjs'],
          include: [
            'src/*.test.ts',
            'src/contract/**/*.test.ts',
            'src/text/**/*.test.ts',
            'src/service/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
