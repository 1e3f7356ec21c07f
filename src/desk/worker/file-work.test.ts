import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { closedAfterTest } from '../testing/each-library.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import type { Library } from '../library/library.ts'
import { openLibrary } from '../library/open-library.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { fileWork } from './file-work.ts'
import { collectJob, jobResult } from '../library/testing/collect-job.ts'

const at = Date.UTC(2026, 0, 31, 9, 30)
const now = () => at

async function collected(
  jobId: number,
  count: number,
  library = createMemoryLibrary({ now }),
  textOf = (id: number) => `Text ${id} of ${jobId}`,
) {
  const articles = Array.from({ length: count }, (_, id) => ({ id, title: `T${id}`, text: textOf(id) }))
  const { key } = await library.openByNumber(jobId, 1)
  await library.saveResult(key, { ...jobResult(articles), category: 'Energy' }, 2)
  return library
}

const oneFile = { format: 'jsonl', packing: 'one-file', safeCells: true } as const
const linesOf = async (file: Blob) =>
  (await file.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const unpacked = (backup: Blob) =>
  new Response(backup.stream().pipeThrough(new DecompressionStream('gzip'))).text()

describe('files of articles', () => {
  it('contain the articles of a job as delivered, with the decisions', async () => {
    const library = await collected(17, 250)
    await library.annotate([{ ids: [3], set: { decision: 'keep', note: 'Ask Ana' } }])
    const progress: number[] = []
    const { file, ids } = await fileWork(library, now).makeArticleFile(
      { jobKey: '17', positions: 'all' },
      oneFile,
      (done) => progress.push(done),
    )
    const rows = await linesOf(file)
    expect(rows).toHaveLength(250)
    expect(ids).toHaveLength(250)
    expect(rows[3]).toMatchObject({
      id: 3,
      text: 'Text 3 of 17',
      category: 'Energy',
      job_id: 17,
      decision: 'keep',
      note: 'Ask Ana',
      exported_at: '2026-01-31T09:30:00.000Z',
    })
    expect(progress.at(-1)).toBe(250)
  })

  it('contain any articles of the library, in the requested order, in their newest versions', async () => {
    const library = await collected(17, 250)
    await collected(18, 5, library)
    const { file, ids } = await fileWork(library, now).makeArticleFile(
      { ids: [200, 4, 'nobody', 130] },
      oneFile,
    )
    expect(ids).toEqual([200, 4, 130])
    const texts = (await linesOf(file)).map(({ text }) => text)
    expect(texts).toEqual(['Text 200 of 17', 'Text 4 of 18', 'Text 130 of 17'])
  })

  it('stop at once when abandoned', async () => {
    const work = fileWork(await collected(17, 5_000), now)
    const making = work.makeArticleFile({ jobKey: '17', positions: 'all' }, oneFile)
    await work.abandonFiles('articles')
    await expect(making).rejects.toMatchObject({ name: 'AbortError' })
    const again = await work.makeArticleFile({ jobKey: '17', positions: [1] }, oneFile)
    expect(again.ids).toEqual([1])
  })

  it('keep no texts in memory when abandoned', async () => {
    const device = { name: 'editor', now, indexedDB: new IDBFactory() }
    const before = await collected(17, 250, await openLibrary(device))
    before.close()
    // Opened again, since texts that come are also read in the background.
    const work = fileWork(await closedAfterTest(openLibrary(device)), now)
    const { get } = IDBObjectStore.prototype as { get: (...query: unknown[]) => IDBRequest }
    let textsRead = 0
    const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      // Once all pages are being read.
      if (this.name === 'texts' && (textsRead += 1) === 3) void work.abandonFiles('articles')
      return get.call(this, key)
    })
    onTestFinished(() => reading.mockRestore())
    // Spread over all pages, so that the first articles need each of them.
    const choice = { ids: Array.from({ length: 250 }, (_, id) => (id * 101) % 250) }
    await expect(work.makeArticleFile(choice, oneFile)).rejects.toMatchObject({ name: 'AbortError' })
    expect((await work.makeArticleFile(choice, oneFile)).ids).toHaveLength(250)
    expect(textsRead).toBe(6)
  })
})

describe('a backup file', () => {
  /** 22 MB, so that it is restored in parts. */
  function collectedLarge(jobId: number) {
    const text = 'x'.repeat(100_000)
    return collected(jobId, 220, createMemoryLibrary({ now }), (id) => `${id} ${text}`)
  }

  let large: Promise<Blob[]> | undefined

  /** Backups of two large jobs, made once. */
  const largeBackups = () =>
    (large ??= Promise.all(
      [17, 18].map(async (jobId) => fileWork(await collectedLarge(jobId), now).makeBackup()),
    ))

  async function full(): Promise<Library> {
    const library = await collected(17, 250)
    await collected(18, 3, library)
    await library.annotate([{ ids: [3], set: { decision: 'keep' } }])
    await library.saveList({ name: 'Solar', ids: packIds([1, 'x']) })
    return library
  }

  it('restores the library on another device, and reports what was added', async () => {
    const backup = await fileWork(await full(), now).makeBackup()
    const elsewhere = createMemoryLibrary({ now })
    const report = await fileWork(elsewhere, now).restoreBackup(backup)
    expect(report).toMatchObject({
      account: elsewhere.name,
      madeAt: at,
      complete: true,
      sound: true,
      damagedCount: 0,
      restored: { jobs: 2, articles: 253, marks: 1, lists: 1, named: 0 },
    })
    expect((await elsewhere.article('17', 249))?.text).toBe('Text 249 of 17')
  })

  it('is restored no further than there is room, since the rest may not fit in memory', async () => {
    const library = await collected(17, 250, undefined, (id) => `${id}`.padEnd(5_000, 'x'))
    const backup = await fileWork(await collected(18, 3, library), now).makeBackup()
    const elsewhere = await closedAfterTest(openLibrary({ name: 'full', now, indexedDB: new IDBFactory() }))
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => put.mockRestore())
    const work = fileWork(elsewhere, now)
    await expect(work.restoreBackup(backup)).rejects.toMatchObject({ reason: 'quota' })
    expect((await elsewhere.unsaved())?.articles).toEqual([{ jobKey: '17', count: 250 }])
    put.mockRestore()
    await elsewhere.saveUnsaved()
    expect((await work.restoreBackup(backup)).restored).toMatchObject({ jobs: 1, articles: 3, marks: 0 })
  })

  it('is restored many small jobs at a time, and reports how much of the file is done', async () => {
    const library = createMemoryLibrary({ now })
    for (let jobId = 1; jobId <= 250; jobId += 1) await collected(jobId, 1, library)
    const elsewhere = createMemoryLibrary({ now })
    const jobsOfParts: number[] = []
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const restorePart: Library['restorePart'] = (records) => {
      vi.advanceTimersByTime(1_000)
      jobsOfParts.push(records.filter(({ kind }) => kind === 'job').length)
      return elsewhere.restorePart(records)
    }
    const shares: number[] = []
    const backup = await fileWork(library, now).makeBackup()
    const report = await fileWork({ ...elsewhere, restorePart }, now).restoreBackup(backup, (share) =>
      shares.push(share),
    )
    expect(report.restored).toMatchObject({ jobs: 250, articles: 250 })
    expect(jobsOfParts.filter((count) => count > 0)).toEqual([100, 100, 50])
    expect((await elsewhere.article('250', 0))?.text).toBe('Text 0 of 250')
    const rounded = shares.map((share) => Math.round(10 * share) / 10)
    expect(rounded).toEqual([0, 0.4, 0.8, 1])
  })

  it('is restored a few megabytes at a time, even if one job has more', async () => {
    const [backup] = await largeBackups()
    const elsewhere = createMemoryLibrary({ now })
    const partSizes: number[] = []
    const watched: Library = {
      ...elsewhere,
      restorePart(records) {
        const texts = records.flatMap(({ kind, value }) =>
          kind === 'articles' ? value.articles.map(({ text }) => text.length) : [],
        )
        partSizes.push(texts.reduce((sum, length) => sum + length, 0))
        return elsewhere.restorePart(records)
      },
    }
    const report = await fileWork(watched, now).restoreBackup(backup!)
    expect(report.restored).toMatchObject({ jobs: 1, articles: 220 })
    expect(Math.max(...partSizes)).toBeLessThan(20 * 2 ** 20)
    expect(await elsewhere.job('17')).toMatchObject({ articleCount: 220, newCount: 220 })
    expect((await elsewhere.article('17', 219))?.text).toHaveLength(100_004)
    expect((await elsewhere.cards('17', 2)).map(({ position }) => position).at(-1)).toBe(219)
    expect((await fileWork(watched, now).restoreBackup(backup!)).restored).toMatchObject({
      jobs: 0,
      articles: 0,
    })
  })

  it('is restored in whatever order its records are: decisions may follow a large job', async () => {
    const library = await collectedLarge(17)
    await library.annotate([{ ids: [3], set: { decision: 'keep' } }])
    const lines = (await unpacked(await fileWork(library, now).makeBackup())).trimEnd().split('\n')
    const [mark, end] = [lines.splice(1, 1), lines.pop()]
    const elsewhere = createMemoryLibrary({ now })
    const reordered = new Blob([[...lines, mark, end].join('\n')])
    const report = await fileWork(elsewhere, now).restoreBackup(reordered)
    expect(report).toMatchObject({ damagedCount: 0, restored: { articles: 220, marks: 1 } })
  })

  it('is restored a few megabytes at a time, whether notes or articles without a text', async () => {
    const library = createMemoryLibrary({ now })
    const articles = Array.from({ length: 60_000 }, (_, id) => ({
      id: `${id}`.padStart(200, 'a'),
      title: '',
      text: '',
    }))
    await collectJob(library, 17, articles)
    for (let id = 0; id < 12; id += 1)
      await library.annotate([{ ids: [id], set: { note: 'x'.repeat(10 ** 6) } }])
    const elsewhere = createMemoryLibrary({ now })
    const partSizes: number[] = []
    const restorePart: Library['restorePart'] = (records) => {
      partSizes.push(JSON.stringify(records).length)
      return elsewhere.restorePart(records)
    }
    const backup = await fileWork(library, now).makeBackup()
    await fileWork({ ...elsewhere, restorePart }, now).restoreBackup(backup)
    expect(Math.max(...partSizes)).toBeLessThan(10 * 2 ** 20)
    expect(await elsewhere.inventory()).toMatchObject({ articles: 60_000, notes: 12 })
  })

  it.each([
    ['in one tab', undefined],
    ['in two tabs', createFakeLocks()],
  ])('is restored completely while another is being restored, %s', async (_, locks) => {
    const [solar, wind] = await largeBackups()
    const library = createMemoryLibrary({ now })
    const first = fileWork(library, now, locks)
    const second = locks ? fileWork(library, now, locks) : first
    const reports = await Promise.all([first.restoreBackup(solar!), second.restoreBackup(wind!)])
    expect(reports.map(({ restored }) => restored.articles)).toEqual([220, 220])
    for (const key of ['17', '18']) expect(await library.job(key)).toMatchObject({ articleCount: 220 })
  })

  it('continues while files of articles are abandoned, and can be abandoned on its own', async () => {
    const work = fileWork(await full(), now)
    const [made, stopped] = [work.makeBackup(), work.makeArticleFile({ ids: [1] }, oneFile)]
    await work.abandonFiles('articles')
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    const backup = await made
    const elsewhere = createMemoryLibrary({ now })
    const other = fileWork(elsewhere, now)
    const restores = [other.restoreBackup(backup), other.restoreBackup(backup)]
    await other.abandonFiles('backup')
    for (const restore of restores) await expect(restore).rejects.toMatchObject({ name: 'AbortError' })
    expect(await elsewhere.inventory()).toMatchObject({ jobs: 0 })
    expect((await other.restoreBackup(backup)).restored).toMatchObject({ jobs: 2, articles: 253 })
  })

  it('never contains the API key, nor part of it', async () => {
    const backup = await fileWork(await full(), now).makeBackup()
    const text = await unpacked(backup)
    expect(text).toContain('Text 249 of 17')
    expect(text).not.toMatch(/api.?key|authorization|credentials/i)
  })

  it('yields what can be read if it was cut off, and says so', async () => {
    const backup = await fileWork(await full(), now).makeBackup()
    const elsewhere = createMemoryLibrary({ now })
    const report = await fileWork(elsewhere, now).restoreBackup(
      backup.slice(0, Math.floor(backup.size * 0.7)),
    )
    expect(report.complete).toBe(false)
    expect(report.restored.marks + report.restored.jobs).toBeGreaterThan(0)
  })

  it('loses only damaged lines, and names the first', async () => {
    const lines = [
      '{"format":"article-desk-backup","version":1,"account":"a","madeAt":"2026-01-31T09:30:00.000Z"}',
      '{"kind":"mark","value":[1,{"decision":"love"}]}',
      '{"kind":"mark","value":[2,{"decision":"keep"}]}',
      'nonsense',
      '{"kind":"end","value":3}',
    ]
    const library = createMemoryLibrary({ now })
    const report = await fileWork(library, now).restoreBackup(new Blob([lines.join('\n')]))
    expect(report).toMatchObject({ damagedCount: 2, firstDamagedLine: 2 })
    expect((await library.annotations([2]))[0]?.[1]?.decision).toBe('keep')
  })

  it('loses only the damaged article of a page of many, and counts it', async () => {
    const text = await unpacked(await fileWork(await collected(17, 3), now).makeBackup())
    const damaged = text.replace('"id":1,', String.raw`"id":"\ud800",`)
    expect(damaged).not.toBe(text)
    const library = createMemoryLibrary({ now })
    const report = await fileWork(library, now).restoreBackup(new Blob([damaged]))

    expect(report).toMatchObject({ damagedCount: 1, restored: { articles: 2 } })
    expect(await library.inventory()).toMatchObject({ jobs: 1, articles: 2 })
  })

  it('is rejected if it is not one, and nothing changes', async () => {
    const library = createMemoryLibrary({ now })
    await expect(fileWork(library, now).restoreBackup(new Blob(['id\n1\n']))).rejects.toThrow('not a backup')
    expect(await library.inventory()).toMatchObject({ jobs: 0, articles: 0 })
  })
})
