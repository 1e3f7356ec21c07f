import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const compiled = globalThis as { pglite?: WebAssembly.Module }

// Each embedded database has a thread of its own, and compiling its code is a third of its start. Threads share compiled
// code while any of them holds it; test files follow one another, so without this none would.
compiled.pglite ??= new WebAssembly.Module(readFileSync(join(dirname(pglite), 'pglite.wasm')))
