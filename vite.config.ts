import { createRequire } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, defineConfig, type UserConfig } from 'vite'
import { beforePaint } from './scripts/before-paint.ts'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { prerenderSignIn } from './scripts/prerender-sign-in.ts'
import { mountedService } from './scripts/mounted-service.ts'
import { offlineWorker } from './scripts/offline-worker.ts'
import { precompress } from './scripts/precompress.ts'
import { deskContentSecurityPolicy } from './src/service/http/security-headers.ts'

// Lightning CSS handles modules, nesting and minifying. These targets support light-dark(), so it is not rewritten.
const css: UserConfig['css'] = {
  transformer: 'lightningcss',
  lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
}

const packages = createRequire(import.meta.url)

/** Packages whose main entry is a larger build than the desk's browsers need. */
const bundleAliases: Alias[] = [
  // The main entry is always the build with warnings.
  { find: /^react-router$/, replacement: distOf('react-router', 'production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: distOf('react-router', 'production/dom-export.mjs') },
]

function distOf(name: string, file: string): string {
  return path.join(path.dirname(packages.resolve(`${name}/package.json`)), 'dist', file)
}

const screen = (name: string) => `/src/desk/screens/${name}.tsx`
const screens = ['new-job', 'jobs', 'job', 'library', 'skipped-articles', 'preferences'].map(screen)

export default defineConfig({
  plugins: [
    react(),
    mountedService(),
    beforePaint(),
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
        // One file for what the worker starts with, since a worker has no preloading. It includes three small modules of
        // later parts, which would otherwise be requested one after the other.
        codeSplitting: {
          groups: chunkGroups({
            start: {
              roots: [
                '/worker/main.ts',
                '/library/jobs/chains.ts',
                '/library/jobs/job-category.ts',
                '/library/view/lru-cache.ts',
              ],
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
      // On a slow machine, the first start would show how long each plugin took.
      checks: { bundlerTimings: false },
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
            // A small module of the library's would otherwise be a file of its own.
            articles: {
              roots: [screen('job'), screen('library'), '/library/jobs/collected.ts'],
              sharedBy: 2,
            },
            'jobs-shared': { roots: [screen('job'), screen('jobs')] },
          }),
        },
      },
    },
  },
})
