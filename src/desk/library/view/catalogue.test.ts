import { describe, expect, it } from 'vitest'
import { createCatalogue } from './catalogue.ts'
import { createChanges } from '../changes.ts'
import type { Library, LibraryChange } from '../library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { collectJob } from '../testing/collect-job.ts'

function opened() {
  let at = 0
  const now = () => (at += 1)
  const store = createMemoryStore()
  const changes = createChanges()
  const library = createStoredLibrary({ name: 'editor', store, changes, now })
  const waiting: (() => Promise<void>)[] = []
  const catalogue = createCatalogue(
    {
      ...store,
      async transaction(mode, tables, work, replaces) {
        await waiting.pop()?.()
        return store.transaction(mode, tables, work, replaces)
      },
    },
    changes,
  )
  async function collect(jobId: number, ids: readonly number[]) {
    const articles = ids.map((id) => ({ id, title: `Title ${id}`, text: `Text of ${id} in job ${jobId}` }))
    await collectJob(library, jobId, articles, now())
  }
  const contents = async () =>
    [...(await catalogue.current()).entries.values()].map(({ id, occurrences }) => [
      id,
      ...occurrences.map(({ result }) => result.jobKey),
    ])
  /** Makes the next transaction of the catalogue wait for this. */
  const waitFor = (work: () => Promise<void>) => waiting.push(work)
  return { library, catalogue, collect, contents, waitFor }
}

describe('the catalogue', () => {
  it('contains every article once, newest job first, with the jobs it came in', async () => {
    const { collect, contents } = opened()
    await collect(1, [10, 20])
    await collect(2, [30, 20])
    expect(await contents()).toEqual([
      [30, '2'],
      [20, '2', '1'],
      [10, '1'],
    ])
  })

  it('contains first what was collected last, even by a job that was started earlier', async () => {
    const { library, collect, contents } = opened()
    await library.openByNumber(1, 0)
    await collect(2, [20, 30])
    await collect(1, [10, 20])
    expect(await contents()).toEqual([
      [10, '1'],
      [20, '1', '2'],
      [30, '2'],
    ])
  })

  it('contains the articles of a write that its reading has waited for', async () => {
    const { collect, contents, waitFor } = opened()
    waitFor(() => collect(1, [10]))
    expect(await contents()).toEqual([[10, '1']])
  })

  it('follows articles that come, go and come back', async () => {
    const { library, collect, contents } = opened()
    await collect(1, [10])
    await contents()
    await collect(2, [20])
    expect(await contents()).toEqual([
      [20, '2'],
      [10, '1'],
    ])
    await library.removeJob('2', 5)
    expect(await contents()).toEqual([[10, '1']])
    await library.restoreJob('2')
    expect(await contents()).toHaveLength(2)
    await collect(1, [11])
    expect(await contents()).toContainEqual([11, '1'])
    await library.forget()
    expect(await contents()).toEqual([])
  })

  it('knows a changed annotation at once, and rereads many', async () => {
    const { library, collect, catalogue } = opened()
    await collect(1, [10])
    const { annotations } = await catalogue.current()
    await library.annotate([{ ids: [10], set: { decision: 'keep' } }], { kind: 'keep' })
    expect(annotations.get(10)?.decision).toBe('keep')
    await library.undo()
    expect(annotations.has(10)).toBe(false)
    const ids = Array.from({ length: 3_000 }, (_, index) => index)
    await library.annotate([{ ids, set: { decision: 'reject' } }])
    expect((await catalogue.current()).annotations.get(2_999)?.decision).toBe('reject')
  })

  it('has what was annotated last, even if the message about what another tab annotated before comes later', async () => {
    const store = createMemoryStore()
    const [here, elsewhere] = [1, 2].map(() => {
      const changes = createChanges('tabs of one editor')
      return createStoredLibrary({ name: 'editor', store, changes, now: () => 10 })
    }) as [Library, Library]
    const announced: LibraryChange[] = []
    here.subscribe((change) => announced.push(change))
    await here.labels()
    await elsewhere.annotate([{ ids: [10], set: { decision: 'keep' } }])
    await here.annotate([{ ids: [10], set: { addLabels: ['wind'] } }])
    expect(announced).toHaveLength(1)
    await expect.poll(() => announced).toHaveLength(2)
    expect(await here.labels()).toEqual([{ value: 'wind', count: 1 }])
    here.close()
    elsewhere.close()
  })

  it('misses no change while it reads', async () => {
    const { library, collect, catalogue, contents } = opened()
    await collect(1, [10])
    const reading = catalogue.current()
    await Promise.all([
      library.annotate([{ ids: [10], set: { decision: 'keep' } }]),
      collect(2, [20]),
      reading,
    ])
    expect(await contents()).toHaveLength(2)
    expect((await catalogue.current()).annotations.get(10)?.decision).toBe('keep')
  })

  it('does not read again while no article has come or gone', async () => {
    const { library, collect, catalogue } = opened()
    await collect(1, [10])
    const first = await catalogue.current()
    await library.annotate([{ ids: [10], set: { read: true } }])
    expect(await catalogue.current()).toBe(first)
  })
})
