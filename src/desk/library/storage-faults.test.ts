import { IDBObjectStore, IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { blankRequest } from '../../contract/job-request.ts'
import type { Library, LibraryError } from './library.ts'
import { openLibrary } from './open-library.ts'

const name = 'editor@example.org https://service.example'
const open = (indexedDB: IDBFactory) => openLibrary({ name, now: () => 0, indexedDB })

const articles = Array.from({ length: 150 }, (_, index) => ({ id: index, title: `T${index}`, text: 'Text' }))

/** A job's way through the library, and what is there afterwards. */
async function collect(library: Library): Promise<void> {
  const { key } = await library.addSending(blankRequest, { at: 1 })
  await library.accept(key, 17)
  await library.saveAnswer('17', { state: 'success', category: '', articles, setAside: [] }, 2)
}

async function contents(library: Library) {
  const jobs = (await library.jobs()).map(({ phase, articleCount }) => ({ phase, articleCount }))
  const cards = [...(await library.cards('17', 0)), ...(await library.cards('17', 1))].length
  return { jobs, cards, last: (await library.article('17', 149))?.text }
}

/** Makes operations on object stores fail from the nth on, `times` of them. */
function failFrom(nth: number, times: number, errorName: string): () => number {
  let operations = 0
  for (const method of ['put', 'get', 'delete', 'getAll'] as const) {
    const real = IDBObjectStore.prototype[method] as (...values: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: unknown,
      ...values: unknown[]
    ) {
      operations += 1
      if (operations >= nth && operations < nth + times) throw new DOMException('disk', errorName)
      return real.apply(this, values) as never
    })
  }
  return () => operations
}

afterEach(() => void vi.restoreAllMocks())

describe('when storage fails', () => {
  const whole = { jobs: [{ phase: 'ready', articleCount: 150 }], cards: 150, last: 'Text' }

  it('goes on after any one operation has failed', async () => {
    let total = Number.POSITIVE_INFINITY
    for (let nth = 1; nth <= total; nth += 1) {
      const library = await open(new IDBFactory())
      const operations = failFrom(nth, 1, 'UnknownError')
      await collect(library)
      if (nth === 1) total = operations()
      vi.restoreAllMocks()
      expect(await contents(library)).toEqual(whole)
      library.close()
    }
    expect(total).toBeGreaterThan(15)
  })

  it('says so after three reopenings, whichever operation it was, and saves nothing by half', async () => {
    const seen = new Set<string>()
    for (let nth = 1; nth <= 40; nth += 1) {
      const indexedDB = new IDBFactory()
      const library = await open(indexedDB)
      failFrom(nth, Number.POSITIVE_INFINITY, 'UnknownError')
      const error = await collect(library).catch((error: unknown) => error)
      vi.restoreAllMocks()
      library.close()
      expect([undefined, 'unavailable']).toContain((error as LibraryError | undefined)?.reason)
      const { jobs, cards } = await contents(await open(indexedDB))
      expect(cards).toBe(jobs[0]?.phase === 'ready' ? 150 : 0)
      seen.add(jobs[0]?.phase ?? 'nothing')
    }
    expect([...seen]).toEqual(['nothing', 'sending', 'watched', 'ready'])
  })

  it('does not try again where there is no room, and leaves what is there', async () => {
    const indexedDB = new IDBFactory()
    const library = await open(indexedDB)
    await collect(library)
    await library.openByNumber(18, 3)
    const before = await contents(library)
    const operations = failFrom(1, Number.POSITIVE_INFINITY, 'QuotaExceededError')
    await expect(library.addSending(blankRequest, { at: 3 })).rejects.toMatchObject({ reason: 'quota' })
    expect(operations()).toBe(1)
    vi.restoreAllMocks()
    expect(await contents(library)).toEqual(before)
  })
})
