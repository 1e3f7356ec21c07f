// The thread of the listing reader where there is only TypeScript (tests, development): tsx has to be told in each
// thread, `--import tsx` would reach the first alone. The built service starts listing-thread.js itself.
import { register } from 'tsx/esm/api'

register()
await import('./listing-thread.ts')
