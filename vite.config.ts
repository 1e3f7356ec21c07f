import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { mountedService } from './scripts/mounted-service.ts'
import { precompress } from './scripts/precompress.ts'
import { deskContentSecurityPolicy } from './src/service/http/security-headers.ts'

export default defineConfig({
  plugins: [react(), mountedService(), precompress()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/desk',
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups({ desk: '/src/desk/main.tsx', 'signed-in': '/src/desk/app/signed-in.tsx' }),
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
