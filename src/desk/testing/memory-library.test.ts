import { describeLibrary } from '../library/testing/describe-library.ts'
import { createMemoryLibrary } from './memory-library.ts'

describeLibrary('in memory', (now) => Promise.resolve(createMemoryLibrary({ now })))
