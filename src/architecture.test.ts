import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = listFiles('src').filter((file) => /\.tsx?$/.test(file))
const rules = readTable()

describe('the architecture', () => {
  it('has an import table', () => {
    expect(rules.size).toBeGreaterThan(10)
  })

  it.each(files.filter((file) => !isTest(file)))('%s imports only what the table allows', (file) => {
    const rule = ruleFor(file)
    const allowed = rules.get(rule)
    expect(allowed, `the table has no row for ${rule}`).toBeDefined()
    const forbiddenImports = importsOf(file).filter((target) => !mayImport(file, rule, target, allowed ?? []))
    expect(forbiddenImports).toEqual([])
  })

  it.each(listFiles('src').filter((file) => /\.(?:tsx?|css)$/.test(file)))(
    '%s has at most 400 lines',
    (file) => {
      expect(read(file).split('\n').length - 1).toBeLessThanOrEqual(400)
    },
  )

  it.each(files.filter((file) => /^src\/desk\/(features|screens|ui)\//.test(file) && !isTest(file)))(
    '%s fetches components as lazy parts, which are prefetched, or as screens',
    (file) => {
      const others = read(file).replaceAll(/lazy(Part|Popup)\(\s*async \(\) => \(await import\('/g, '')
      const fetched = [...others.matchAll(/\bimport\('([^']+)'\)/g)].map(([, target]) => target)
      expect(fetched.filter((target) => !/\/(job|library)-article\.tsx$/.test(target!))).toEqual([])
      expect(others).not.toMatch(/\blazy\b.*from 'react'/)
    },
  )

  it('has no circular imports, not even of types', () => {
    expect(importCycles(files)).toEqual([])
  })

  it.each(['README.md', 'docs/architecture.md', 'docs/CONTRIBUTING.md'])(
    '%s names files that exist',
    (doc) => {
      const names = [...read(doc).matchAll(/`([a-z]+(?:-[a-z]+)+|[\w/-]+\.tsx?)`/g)].map(
        ([, name = '']) => name,
      )
      const paths = [...files, ...listFiles('e2e')].map((file) => `/${file}`)
      const isThere = (name: string) =>
        paths.some((file) => file.endsWith(`/${name}`) || file.replace(/\.tsx?$/, '').endsWith(`/${name}`))
      expect(names.filter((name) => !/^x\.|NAME/.test(name) && !isThere(name))).toEqual([])
    },
  )

  it('has no barrel or utils files', () => {
    expect(
      files.filter((file) => /(^|\/)(index|utils?|helpers?|common|types)(\.tsx?|\/)/.test(file)),
    ).toEqual([])
  })
})

/** Rows of the form "| `desk/ui` | `contract`, `paths` |": a folder or file below `src`, and what it may import. */
function readTable(): Map<string, string[]> {
  const table =
    read('docs/imports.md')
      .split(/^\| from /m)[1]
      ?.split('\n\n')[0] ?? ''
  const rows = table.matchAll(/^\| `([^`]+)` *\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, from = '', may = '']) => [
      from,
      [...may.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ]),
  )
}

/** The most specific row of the table for a file; `desk/features/X` stands for each feature. */
function ruleFor(file: string): string {
  const place = file.replace(/^src\//, '').replace(/\.tsx?$/, '')
  const generic = place.replace(/^desk\/features\/[^/]+/, 'desk/features/X')
  return (
    [...rules.keys()].filter((rule) => isWithin(generic, rule)).sort((a, b) => b.length - a.length)[0] ??
    place
  )
}

function mayImport(file: string, rule: string, target: string, allowed: string[]): boolean {
  const from = file.replace(/^src\//, '')
  const sameFeature = /^desk\/features\/[^/]+\//.exec(from)?.[0]
  if (rule === 'desk/features/X' && sameFeature && target.startsWith(sameFeature)) return true
  if (rule !== 'desk/features/X' && isWithin(target, rule)) return true
  return allowed.some((place) => isWithin(target, place))
}

const isWithin = (place: string, folder: string) =>
  place === folder || place.startsWith(`${folder}/`) || place.replace(/\.tsx?$/, '') === folder

/** The modules of ours that a file imports, as paths below `src`, without the query that Vite's imports may have. */
function importsOf(file: string): string[] {
  const specifiers = read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) =>
    path.posix.relative('src', path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))),
  )
}

/** Import cycles, each as the path from a file back to itself. */
function importCycles(among: readonly string[]): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, chain: readonly string[]) => {
    if (chain.includes(file)) found.push([...chain.slice(chain.indexOf(file)), file])
    if (chain.includes(file) || done.has(file)) return
    for (const target of importsOf(file))
      if (among.includes(`src/${target}`)) follow(`src/${target}`, [...chain, file])
    done.add(file)
  }
  for (const file of among) follow(file, [])
  return found
}

/** Tests and what only tests use may import anything. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
