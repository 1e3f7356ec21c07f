import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { prerenderSignIn } from './scripts/prerender-sign-in.ts'
import { bundleAliases } from './scripts/bundle-aliases.ts'
import { mountedService } from './scripts/mounted-service.ts'
import { offlineWorker } from './scripts/offline-worker.ts'
import { precompress } from './scripts/precompress.ts'
import { deskContentSecurityPolicy } from './src/service/http/security-headers.ts'

// One tool for modules, nesting and minifying. The targets are those that know light-dark(), so that it stays itself.
const css: UserConfig['css'] = {
  transformer: 'lightningcss',
  lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
}

const screen = (name: string) => `/src/desk/screens/${name}.tsx`
const screens = ['new-job', 'jobs', 'job', 'library', 'skipped-articles', 'preferences'].map(screen)

export default defineConfig({
  plugins: [
    react(),
    mountedService(),
    prerenderSignIn({ css }),
    offlineWorker({ policy: deskContentSecurityPolicy }),
    precompress(),
  ],
  css,
  resolve: { alias: bundleAliases },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        // One file for what the worker starts with, since a worker has no preloading; with the two small modules of its
        // later parts, which it would ask for only once one of those is there.
        codeSplitting: {
          groups: chunkGroups({
            start: {
              roots: ['/worker/main.ts', '/library/jobs/chains.ts', '/library/jobs/job-category.ts'],
              sharedBy: 1,
            },
          }),
        },
      },
    },
  },
  build: {
    outDir: 'dist/desk',
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups({
            early: { roots: ['/src/desk/early.ts'] },
            desk: { roots: ['/src/desk/main.tsx'] },
            'signed-in': { roots: ['/src/desk/app/signed-in.tsx'] },
            // The sign-in page has the client, but none of the screens, which share schemas with it.
            contract: { roots: ['/src/desk/api/client.ts', screen('job')] },
            // The dialog is loaded later, and shares small modules with screens that would each be a file.
            screens: { roots: [...screens, '/request-form/presets/save-preset.tsx'], sharedBy: 3 },
            articles: { roots: [screen('job'), screen('library')] },
            'jobs-shared': { roots: [screen('job'), screen('jobs')] },
          }),
        },
      },
    },
  },
  preview: {
    headers: {
      'Content-Security-Policy': deskContentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    },
  },
})
