// Entry of the thread when running from TypeScript (tests, development); sources/listings does the same.
import { register } from 'tsx/esm/api'

register()
await import('./request-thread.ts')
