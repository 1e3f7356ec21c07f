import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const built = 'dist/desk'
const assets = `${built}/assets`
const isBuilt = existsSync(assets)

/** The chunk of a module that is loaded on demand. */
const chunkOf = (name: string): string[] =>
  readdirSync(assets).filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 12)

/** The modules that the page has when it opens. */
const atStart = (): string[] =>
  Array.from(
    readFileSync(`${built}/index.html`, 'utf8').matchAll(
      /<script type="module" [^>]*\/assets\/([\w-]+\.js)/g,
    ),
    ([, file = '']) => file,
  )

/** These chunks and all that they import statically: what a browser fetches before any of it runs. */
function loadedWith(chunks: readonly string[], known = new Set<string>()): Set<string> {
  for (const chunk of chunks) {
    if (known.has(chunk)) continue
    known.add(chunk)
    const imports = readFileSync(`${assets}/${chunk}`, 'utf8').matchAll(
      /(?:from|import)\s*"\.\/([\w-]+\.js)"/g,
    )
    loadedWith(
      Array.from(imports, ([, file = '']) => file),
      known,
    )
  }
  return known
}

/**
 * Duplicated script, or many small files, cost time on every visit. Raise a limit only with a reason. The last KB is for
 * the words of HTML texts, which a search must find as the reader shows them, and for what services say of errors.
 */
describe.skipIf(!isBuilt)('the script of a screen, including the worker’s', () => {
  it.each([
    ['sign-in', [], 4, 110],
    // Of the 190 KB that the form may fetch, 4 are for the count of ids to skip, which nothing here imports.
    ['new-job', ['signed-in', 'start', 'new-job'], 19, 186.5],
    ['job', ['signed-in', 'start', 'job'], 18, 196],
    ['library', ['signed-in', 'start', 'library'], 12, 196],
  ])('%s is in few files and small', (_screen, names, maxFiles, maxKilobytes) => {
    const lazy = names.map(chunkOf)
    expect(lazy.every(({ length }) => length > 0)).toBe(true)
    const files = loadedWith([...atStart(), ...lazy.flat()])
    const bytes = [...files].map((file) => gzipSync(readFileSync(`${assets}/${file}`)).length)
    expect(files.size).toBeLessThanOrEqual(maxFiles)
    expect(files.size).toBeGreaterThan(2)
    expect(bytes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(maxKilobytes)
  })

  it.each(['whole-library', 'stored-ledger'])(
    'of the worker’s %s imports only what the worker has already loaded',
    (name) => {
      const start = chunkOf('start')
      const ofWorker = chunkOf(name).filter((chunk) => loadedWith([chunk]).has(start[0]!))
      expect(ofWorker).toHaveLength(1)
      expect([...loadedWith(ofWorker)]).toEqual([...ofWorker, ...start])
    },
  )
})
