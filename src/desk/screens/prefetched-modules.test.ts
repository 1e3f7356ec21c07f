import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const desk = path.resolve('src/desk')
/** Loaded by the list of screens. */
const screens = /screens\/(job-article|library-article)\.tsx$/

/** All files that another file loads on demand. */
function fetchedBy(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)
  return [...imports].map(([, to = '']) => path.relative(desk, path.resolve(path.dirname(file), to)))
}

const list = path.join(desk, 'screens/prefetched-modules.ts')
const files = ['features', 'screens']
  .flatMap((folder) =>
    readdirSync(path.join(desk, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(desk, folder, name),
    ),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== list)

describe('what a click opens', () => {
  it.each(files.flatMap(fetchedBy).filter((part) => !screens.test(part)))('is prefetched: %s', (part) => {
    expect(fetchedBy(list)).toContain(part)
  })
})
