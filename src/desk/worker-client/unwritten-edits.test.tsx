import { afterEach, expect, it, vi } from 'vitest'
import { LibraryError } from '../library/library.ts'
import type { Library } from '../library/library.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { createArticleCache } from './article-cache.ts'
import { keepUnwritten } from './unwritten-edits.ts'

const now = () => 100
const keep = [{ ids: [1, 'a'], set: { decision: 'keep' } }] as const
const kept = { decision: 'keep', decidedAt: now() }

const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
  localStorage.clear()
})

function openPage(library: Library) {
  const articles = createArticleCache(library, now)
  ends.push(keepUnwritten(library, articles))
  return articles
}

/** Leaves a page with an edit that its worker never wrote. */
function leavePage(library: Library): void {
  const silent = { ...library, annotate: () => new Promise<never>(() => {}) }
  void openPage(silent).edit(keep, { kind: 'keep' })
  dispatchEvent(new PageTransitionEvent('pagehide'))
  ends.pop()?.()
}

const annotations = async (library: Library) => (await library.annotations([1, 'a'])).map(([, is]) => is)

it('writes what a page left unwritten, with the time that was shown', async () => {
  const library = createMemoryLibrary({ now: () => 5_000 })
  leavePage(library)
  expect(localStorage).toHaveLength(1)
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await annotations(library)).toEqual([kept, kept])
  expect(await library.steps()).toHaveLength(1)
})

it('makes only one step of an edit that the worker did write', async () => {
  const library = createMemoryLibrary({ now })
  leavePage(library)
  await library.annotate(keep, { kind: 'keep' }, now())
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await library.steps()).toHaveLength(1)
})

it.each([
  ['neither the decision nor the undo', 0],
  ['the decision only', 1],
  ['both', 2],
])('leaves a decision undone that was undone at once, if its worker wrote %s', async (_what, written) => {
  const library = createMemoryLibrary({ now })
  await library.annotate([{ ids: [1], set: { decision: 'maybe' } }], { kind: 'maybe' }, 50)
  const never = () => new Promise<never>(() => {})
  const page = openPage({ ...library, annotate: never, undo: never })
  void page.edit(keep, { kind: 'keep' })
  void page.undo()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  ends.pop()?.()
  if (written > 0) await library.annotate(keep, { kind: 'keep' }, now())
  if (written > 1) await library.undo()
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await annotations(library)).toEqual([{ decision: 'maybe', decidedAt: 50 }, undefined])
  expect(await library.steps()).toHaveLength(1)
})

it('does not overwrite a later decision when a browser crash brings an edit back', async () => {
  const library = createMemoryLibrary({ now })
  leavePage(library)
  const [stored] = Object.entries(localStorage)
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  const rejected = { decision: 'reject', decidedAt: 200 }
  await library.annotate([{ ids: [1, 'a'], set: { decision: 'reject' } }], { kind: 'reject' }, 200)

  localStorage.setItem(...(stored as [string, string]))
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await annotations(library)).toEqual([rejected, rejected])
})

it('remembers each of several that were written at the same time', async () => {
  const library = createMemoryLibrary({ now })
  leavePage(library)
  leavePage(library)
  const keys = Object.keys(localStorage)
  expect(keys).toHaveLength(2)
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await library.setting('written-edits')).toEqual(expect.arrayContaining(keys))
})

it('also writes what a page leaves the second time', async () => {
  const library = createMemoryLibrary({ now })
  const silent = { ...library, annotate: () => new Promise<never>(() => {}) }
  const page = openPage(silent)
  void page.edit([{ ids: [1], set: { decision: 'keep' } }], { kind: 'keep' })
  dispatchEvent(new PageTransitionEvent('pagehide'))
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  dispatchEvent(new PageTransitionEvent('pageshow'))
  void page.edit([{ ids: ['a'], set: { decision: 'keep' } }], { kind: 'keep' })
  dispatchEvent(new PageTransitionEvent('pagehide'))
  openPage(library)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await annotations(library)).toEqual([kept, kept])
})

it('leaves the edits to the page if it returns from the back/forward cache', () => {
  const library = createMemoryLibrary({ now })
  const silent = { ...library, annotate: () => new Promise<never>(() => {}) }
  void openPage(silent).edit(keep, { kind: 'keep' })
  dispatchEvent(new PageTransitionEvent('pagehide'))
  dispatchEvent(new PageTransitionEvent('pageshow'))
  expect(localStorage).toHaveLength(0)
})

it('keeps the edits for the next page while the library refuses', async () => {
  const library = createMemoryLibrary({ now })
  leavePage(library)
  let asked = 0
  openPage({
    ...library,
    annotate: async () => {
      asked += 1
      throw new LibraryError('unavailable')
    },
  })
  await expect.poll(() => asked).toBe(1)
  expect(localStorage).toHaveLength(1)
})

it('deletes the edits with the library', async () => {
  const library = createMemoryLibrary({ now })
  openPage({ ...library, annotate: () => new Promise<never>(() => {}) })
  leavePage(library)
  expect(localStorage).toHaveLength(1)
  await library.forget()
  expect(localStorage).toHaveLength(0)
})

it('leaves alone what another library left whose name begins like its own', async () => {
  const library = { ...createMemoryLibrary({ now }), name: 'ann@x.org https://host' }
  const other = { ...createMemoryLibrary({ now }), name: 'ann@x.org https://host/team' }
  leavePage(other)
  const [left] = Object.keys(localStorage)
  openPage(library)
  dispatchEvent(new StorageEvent('storage', { key: left!, newValue: localStorage.getItem(left!) }))
  openPage(other)
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(await annotations(other)).toEqual([kept, kept])
  expect(await annotations(library)).toEqual([undefined, undefined])
})

it('throws nothing while a page is left if the browser stores nothing', () => {
  const thrown = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  addEventListener('error', thrown)
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  leavePage(createMemoryLibrary({ now }))
  removeEventListener('error', thrown)
  setItem.mockRestore()
  expect(thrown).not.toHaveBeenCalled()
})
