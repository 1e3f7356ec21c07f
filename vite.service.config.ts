import { defineConfig } from 'vite'

/**
 * The service for Node; its dependencies stay where npm put them. Flat, because the threads are found beside the code
 * that starts them.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/service',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/service/main.ts',
        'embedded-worker': 'src/service/database/embedded-worker.mjs',
        'extraction-thread': 'src/service/extraction/extraction-thread.ts',
        'request-thread': 'src/service/http/request-thread.ts',
        'listing-thread': 'src/service/sources/listings/listing-thread.ts',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'embedded-worker' ? '[name].mjs' : '[name].js'),
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
