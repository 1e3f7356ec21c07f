// The thread where there is only TypeScript (tests, development); see sources/listings for the same.
import { register } from 'tsx/esm/api'

register()
await import('./request-thread.ts')
