import { defineConfig } from 'vite'

/** The service as one file for Node; its dependencies stay where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/service/main.ts',
    outDir: 'dist/service',
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
})
