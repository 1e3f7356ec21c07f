import { describeLibrary } from './library-suite.ts'
import { createMemoryLibrary } from './memory-library.ts'

describeLibrary('in memory', (now) => Promise.resolve(createMemoryLibrary({ now })))
