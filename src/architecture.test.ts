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
    const room = roomOf(file)
    const allowed = rules.get(room)
    expect(allowed, `no row of the table is about ${room}`).toBeDefined()
    const strangers = importsOf(file).filter((target) => !mayImport(file, room, target, allowed ?? []))
    expect(strangers).toEqual([])
  })

  it.each(files)('%s has at most 400 lines', (file) => {
    expect(read(file).split('\n').length - 1).toBeLessThanOrEqual(400)
  })

  it('has no circular imports, not even of types', () => {
    expect(circles(files)).toEqual([])
  })

  it('has no barrels and no catch-all modules', () => {
    expect(
      files.filter((file) => /(^|\/)(index|utils?|helpers?|common|types)(\.tsx?|\/)/.test(file)),
    ).toEqual([])
  })
})

/** Rows of the form "| `desk/ui` | `contract`, `paths` |"; a room is a folder or file below `src`. */
function readTable(): Map<string, string[]> {
  const table =
    read('docs/imports.md')
      .split(/^\| from /m)[1]
      ?.split('\n\n')[0] ?? ''
  const rows = table.matchAll(/^\| `([^`]+)` *\|([^|]*)\|$/gm)
  return new Map(
    [...rows].map(([, room = '', may = '']) => [
      room,
      [...may.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ]),
  )
}

/** The longest row of the table that a file lives under; `desk/features/X` stands for each feature. */
function roomOf(file: string): string {
  const place = file.replace(/^src\//, '').replace(/\.tsx?$/, '')
  const generic = place.replace(/^desk\/features\/[^/]+/, 'desk/features/X')
  return (
    [...rules.keys()].filter((room) => isWithin(generic, room)).sort((a, b) => b.length - a.length)[0] ??
    place
  )
}

function mayImport(file: string, room: string, target: string, allowed: string[]): boolean {
  const from = file.replace(/^src\//, '')
  const sameFeature = /^desk\/features\/[^/]+\//.exec(from)?.[0]
  if (room === 'desk/features/X' && sameFeature && target.startsWith(sameFeature)) return true
  if (room !== 'desk/features/X' && isWithin(target, room)) return true
  return allowed.some((place) => isWithin(target, place))
}

const isWithin = (place: string, room: string) =>
  place === room || place.startsWith(`${room}/`) || place.replace(/\.tsx?$/, '') === room

/** What a file imports of ours, as places below `src` without their ending's query. */
function importsOf(file: string): string[] {
  const specifiers = read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) =>
    path.posix.relative('src', path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))),
  )
}

/** Files that lead back to themselves, each with the way. */
function circles(among: readonly string[]): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const follow = (file: string, way: readonly string[]) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file])
    if (way.includes(file) || done.has(file)) return
    for (const target of importsOf(file))
      if (among.includes(`src/${target}`)) follow(`src/${target}`, [...way, file])
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
