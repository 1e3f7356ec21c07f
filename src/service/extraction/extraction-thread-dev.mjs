// The extractor's thread when running from TypeScript (tests, development). tsx must be registered in each thread:
// `--import tsx` covers only the first. The built service starts extraction-thread.js directly.
import { register } from 'tsx/esm/api'

register()
await import('./extraction-thread.ts')
