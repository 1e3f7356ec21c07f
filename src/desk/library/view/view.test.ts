import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JobRequest } from '../../../contract/job.ts'
import { blankRequest } from '../../../contract/testing/blank-request.ts'
import type { ArticleId, OrderedIds } from '../../../contract/ids.ts'
import { createChanges } from '../changes.ts'
import type { Library } from '../library.ts'
import { createMemoryLibrary } from '../../testing/memory-library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import type { ViewSpec } from './view.ts'

const prose = (words: number) =>
  Array.from({ length: words }, (_, index) => (index % 9 === 8 ? 'farm.' : 'sun')).join(' ')

let now: number
let library: Library

function open() {
  now = 1_000
  library = createMemoryLibrary({ now: () => now })
  return () => library.close()
}

interface Brought {
  readonly id: ArticleId
  readonly title?: string
  readonly text?: string
}

async function collect(
  jobId: number,
  request: Partial<JobRequest>,
  articles: readonly Brought[],
  { at = jobId * 100, madeFrom }: { at?: number; madeFrom?: string } = {},
) {
  now = at
  const { key } = await library.addSending({ ...blankRequest, ...request }, { at, madeFrom })
  await library.accept(key, jobId)
  await library.saveResult(
    String(jobId),
    {
      state: 'success',
      category: 'Given',
      setAside: [],
      articles: articles.map(({ id, title = `Title ${id}`, text = `Text of ${id}` }) => ({
        id,
        title,
        text,
      })),
    },
    at,
  )
}

const listed = ({ numbers, strings }: OrderedIds): ArticleId[] =>
  Array.from(numbers, (id, place) => strings.get(place) ?? id)

const shown = async (spec: ViewSpec) => listed((await library.view(spec)).ids)

/** Waits until every text has been read. */
const everythingRead = () =>
  vi.waitFor(
    async () => {
      expect((await library.view({})).indexing).toBeUndefined()
      expect((await library.view({ query: 'x' })).indexing).toBeUndefined()
    },
    { timeout: 15_000 },
  )

/** Two chains, three categories, a changed text, text ids, and some articles for each quality. */
async function fill() {
  await collect(1, { keywords: ['Solar', 'wind'], category: 'Energy' }, [
    { id: 11, title: 'Beta', text: prose(400) },
    { id: 'a', title: 'Alpha', text: 'Solar roofs. See https://example.org/roofs' },
    { id: 12, title: 'Gamma', text: prose(310) },
  ])
  await collect(
    2,
    { keywords: ['solar'], category: 'energy' },
    [{ id: 12, title: 'Gamma', text: prose(320) }],
    {
      madeFrom: '1',
    },
  )
  await collect(3, { keywords: ['bread'] }, [
    { id: 31, title: 'Delta', text: `${prose(350)}\n\n© 2024 The Baker` },
    { id: 11, title: 'Beta', text: prose(400) },
  ])
  now = 900
  await library.annotate([
    { ids: [11], set: { decision: 'keep', read: true, addLabels: ['Energy', 'wind'] } },
  ])
  await library.annotate([{ ids: ['a'], set: { decision: 'reject', reason: 'Thin', note: 'Too short' } }])
  await library.annotate([{ ids: [31], set: { read: true, exported: true, addLabels: ['wind'] } }])
  await everythingRead()
}

describe('a view of the library', () => {
  beforeAll(async () => {
    const close = open()
    await fill()
    return close
  })

  it.each<[string, ViewSpec, ArticleId[]]>([
    ['everything, newest first', {}, [31, 11, 12, 'a']],
    ['kept', { decisions: ['keep'] }, [11]],
    ['kept or not decided', { decisions: ['keep', 'none'] }, [31, 11, 12]],
    ['any decision where none is named', { decisions: [] }, [31, 11, 12, 'a']],
    ['read', { read: true }, [31, 11]],
    ['unread', { read: false }, [12, 'a']],
    ['a job, whatever brought it again later', { job: '1' }, [11, 12, 'a']],
    ['a job that does not exist', { job: '9' }, []],
    ['a chain', { chain: '1' }, [11, 12, 'a']],
    ['a category, however it is spelt', { category: 'ENERGY' }, [11, 12, 'a']],
    ['the category that the service gave where none was asked for', { category: 'given' }, [31, 11]],
    ['a keyword that stands in them, however it is spelt', { keyword: 'SOLAR' }, ['a']],
    ['a keyword of their job that does not', { keyword: 'wind' }, []],
    ['words from', { words: { from: 350 } }, [31, 11]],
    ['words up to and with', { words: { to: 6 } }, ['a']],
    ['words between', { words: { from: 300, to: 360 } }, [31, 12]],
    ['a quality', { quality: ['short'] }, ['a']],
    ['two qualities at once', { quality: ['short', 'copyright'] }, []],
    ['a label', { labels: ['wind'] }, [31, 11]],
    ['two labels at once', { labels: ['wind', 'Energy'] }, [11]],
    ['rejected for a reason', { reason: 'Thin' }, ['a']],
    ['exported', { exported: true }, [31]],
    ['not exported', { exported: false }, [11, 12, 'a']],
    ['collected from', { collected: { from: 300 } }, [31, 11]],
    ['collected before', { collected: { to: 200 } }, [11, 12, 'a']],
    ['collected between, in any of its jobs', { collected: { from: 150, to: 250 } }, [12]],
    ['came with more than one text', { versioned: true }, [12]],
    ['came with one text', { versioned: false }, [31, 11, 'a']],
    ['with a note', { noted: true }, ['a']],
    ['without a note', { noted: false }, [31, 11, 12]],
    ['nearly the same as another', { duplicated: true }, [31, 11, 12]],
    ['like no other', { duplicated: false }, ['a']],
    ['a word of the text', { query: 'baker' }, [31]],
    ['a word of the title', { query: 'gam' }, [12]],
    ['not a word', { query: '-sun' }, ['a']],
    ['several filters at once', { read: true, category: 'energy', decisions: ['keep'] }, [11]],
  ])('shows %s', async (_, spec, ids) => {
    expect(await shown(spec)).toEqual(ids)
  })

  it.each<[ViewSpec['sort'], ArticleId[]]>([
    ['newest', [31, 11, 12, 'a']],
    ['oldest', ['a', 12, 31, 11]],
    ['title', ['a', 11, 31, 12]],
    ['longest', [11, 31, 12, 'a']],
    ['shortest', ['a', 12, 31, 11]],
    ['best', [31, 11, 12, 'a']],
  ])('can be ordered by %s', async (sort, ids) => {
    expect(await shown({ sort })).toEqual(ids)
  })

  it('counts each choice under the other filters', async () => {
    const { facets, total } = await library.view({ category: 'energy', decisions: ['keep'] })
    expect(total).toBe(4)
    expect(facets.decisions).toEqual({ none: 1, keep: 1, maybe: 0, reject: 1 })
    expect([facets.read, facets.unread]).toEqual([1, 0])
    expect(facets.categories).toEqual([
      { value: 'Energy', count: 1 },
      { value: 'Given', count: 1 },
    ])
    expect(facets.jobs).toEqual([
      { value: '1', count: 1 },
      { value: '3', count: 1 },
    ])
  })

  it('counts labels beside the selected ones, and every reason', async () => {
    expect((await library.view({})).facets).toMatchObject({
      labels: [
        { value: 'wind', count: 2 },
        { value: 'Energy', count: 1 },
      ],
      reasons: [{ value: 'Thin', count: 1 }],
    })
    const { facets } = await library.view({ labels: ['Energy'], reason: 'Other' })
    expect([facets.labels, facets.reasons]).toEqual([[], []])
    expect((await library.view({ reason: 'Other' })).facets.reasons).toEqual([{ value: 'Thin', count: 1 }])
  })

  it('counts qualities, versions, notes and exports', async () => {
    const { facets } = await library.view({})
    expect(facets.quality).toEqual([
      { value: 'short', count: 1 },
      { value: 'links', count: 1 },
      { value: 'copyright', count: 1 },
    ])
    expect(facets).toMatchObject({ versioned: 1, noted: 1, exported: 1, notExported: 3, duplicated: 3 })
    // Of those that are left: one more quality would narrow them further.
    const { quality } = (await library.view({ quality: ['short'] })).facets
    expect(quality?.map(({ value }) => value)).toEqual(['short', 'links'])
  })

  it('lists only chains of more than one job, and each keyword once whatever its spelling', async () => {
    const { facets } = await library.view({})
    expect(facets.chains).toEqual([{ value: '1', count: 3 }])
    expect(facets.keywords).toEqual([{ value: 'Solar', count: 1 }])
  })

  it('provides what a list shows of an article', async () => {
    const [twelve, nothing, kept] = await library.entries([12, 99, 11])
    expect(nothing).toBeUndefined()
    expect(twelve).toMatchObject({
      card: { id: 12, title: 'Gamma' },
      jobs: ['2', '1'],
      category: 'energy',
      keywords: ['solar', 'Solar', 'wind'],
      versionCount: 2,
      quality: [],
      usualWordCount: undefined,
      annotation: undefined,
    })
    expect(kept).toMatchObject({ jobs: ['3', '1'], versionCount: 1, annotation: { decision: 'keep' } })
  })

  it('names the nearest near-duplicate, its job and share, and the others of the group', async () => {
    await expect.poll(async () => (await library.duplicateNotes([11]))[0]).toBeDefined()
    const [eleven, lone] = await library.duplicateNotes([11, 'a'])
    expect(eleven).toMatchObject({ share: 1 })
    expect(lone).toBeUndefined()
    const [, twelve] = await library.entries([31, 12])
    expect((await library.duplicateNotes([11, 31])).map((note) => note?.jobs)).toContainEqual(twelve?.jobs)
    expect(new Set((await library.duplicatesOf(11)).map(({ id }) => id))).toEqual(new Set([12, 31]))
    expect(await library.duplicatesOf('a')).toEqual([])
    expect(await library.duplicatesOf(99)).toEqual([])
  })

  it('returns the newest text of an article, and each text once', async () => {
    expect(await library.libraryArticle(12)).toMatchObject({
      jobKey: '2',
      text: prose(320),
    })
    expect(await library.libraryArticle(99)).toBeUndefined()
    expect((await library.versions(12)).map(({ jobKey, text }) => [jobKey, text === prose(310)])).toEqual([
      ['2', false],
      ['1', true],
    ])
    expect(await library.versions(11)).toHaveLength(1)
  })
})

describe('a library in use', () => {
  beforeEach(open)

  it('filters by the time that it shows, which is that of the request if a backup lost the other', async () => {
    await collect(5, {}, [{ id: 1 }])
    const elsewhere = createMemoryLibrary()
    for (const record of await library.backupPart('job 5'))
      await elsewhere.restorePart([
        record.kind === 'job'
          ? { ...record, value: { record: { ...record.value.record, readyAt: undefined } } }
          : record,
      ])
    expect(await elsewhere.versions(1)).toMatchObject([{ collectedAt: 500 }])
    expect((await elsewhere.view({ collected: { from: 400 } })).ids.numbers).toHaveLength(1)
    expect((await elsewhere.view({ collected: { to: 400 } })).ids.numbers).toHaveLength(0)
    elsewhere.close()
  })

  it('takes two spellings that look the same for one category and one keyword', async () => {
    for (const [nth, spelling] of ['Caf\u00e9', 'CAFE\u0301'].entries())
      await collect(1 + nth, { keywords: [spelling], category: spelling }, [{ id: nth, text: spelling }])
    await everythingRead()
    const spec = { category: 'caf\u00e9', keyword: 'cafe\u0301' }
    const { facets, total } = await library.view(spec)
    expect([total, await shown(spec)]).toEqual([2, [1, 0]])
    expect([facets.categories, facets.keywords]).toMatchObject([[{ count: 2 }], [{ count: 2 }]])
    expect((await library.skipIds({ category: 'Caf\u00e9' })).ids.numbers).toHaveLength(2)
  })

  it('offers every job, category and keyword, however many there are', async () => {
    const keywords = Array.from({ length: 60 }, (_, nth) => `term${nth}`)
    for (const [nth, keyword] of keywords.entries())
      await collect(1 + nth, { keywords: [keyword], category: `Topic ${nth}` }, [
        { id: nth, text: `On ${keyword} alone` },
      ])
    await everythingRead()
    const { facets } = await library.view({})
    expect(facets.keywords?.map(({ value }) => value)).toEqual(keywords)
    for (const { length } of [facets.jobs, facets.categories]) expect(length).toBe(60)
  })

  it('follows decisions, and articles that come and go', async () => {
    await fill()
    await library.annotate([{ ids: [31], set: { decision: 'keep' } }])
    expect(await shown({ decisions: ['keep'] })).toEqual([31, 11])
    await library.removeJob('3', now)
    expect(await shown({ decisions: ['keep'] })).toEqual([11])
    await collect(4, {}, [{ id: 41, text: 'A baker too' }])
    await everythingRead()
    expect(await shown({ query: 'baker' })).toEqual([41])
  })

  it('counts its reading progress in articles, however many texts they have', async () => {
    await collect(1, {}, [{ id: 1 }, { id: 2 }])
    await collect(2, {}, [{ id: 1, text: 'Another text.' }])
    expect((await library.view({})).indexing).toEqual({ done: 0, of: 2 })
  })

  it('names the nearest article only after all were compared, so that it does not change while one reads', async () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ')
    // The newest are compared first: it matches 70% of the article, but the oldest job's matches all of it.
    await collect(1, {}, [{ id: 1, text: words(0, 100) }])
    await collect(2, {}, [{ id: 2, text: words(0, 100) }])
    await collect(3, {}, [{ id: 3, text: words(30, 130) }])
    const said = new Set<ArticleId | undefined>()
    const look = async () => {
      said.add((await library.duplicateNotes([2]))[0]?.id)
      return (await library.view({ duplicated: true })).indexing
    }
    await expect.poll(look, { interval: 1 }).toBeUndefined()
    await expect.poll(async () => (await library.duplicateNotes([2]))[0]?.id).toBe(1)
    expect(said.has(3)).toBe(false)
  })

  it('announces each time that more or fewer near-duplicates are known', async () => {
    // As if five seconds passed between any two texts: each is announced as it is compared.
    let clock = 0
    const passing = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 5_000))
    onTestFinished(() => passing.mockRestore())
    let shown: unknown
    const look = async () => {
      const { facets } = await library.view({})
      shown = [facets.duplicated, (await library.duplicateNotes([1]))[0]?.id]
    }
    library.subscribe(() => void look())
    await collect(1, {}, [{ id: 1, text: prose(320) }])
    await collect(2, {}, [{ id: 2, text: prose(320) }])
    await look()
    await expect.poll(() => shown).toEqual([2, 2])
    await library.removeJob('2', now)
    await expect.poll(() => shown).toEqual([0, undefined])
  })

  it('returns at once, and says how many texts are still unread', async () => {
    await collect(1, {}, [{ id: 1 }, { id: 2 }])
    const view = await library.view({})
    expect(listed(view.ids)).toEqual([1, 2])
    expect(view.indexing).toEqual({ done: 0, of: 2 })
    const unknown = { duplicated: undefined, versioned: undefined, quality: undefined, keywords: undefined }
    expect(view.facets).toMatchObject(unknown)
    await everythingRead()
    expect((await library.view({})).facets).toMatchObject({ duplicated: 0, versioned: 0, keywords: [] })
    expect(await shown({ quality: ['short'] })).toEqual([1, 2])
  })
})

describe('a reopened library', () => {
  const store = createMemoryStore()
  const openAgain = () =>
    createStoredLibrary({ name: 'editor', store, changes: createChanges(), now: () => now })

  beforeAll(async () => {
    library = openAgain()
    await collect(1, {}, [{ id: 1 }])
    await everythingRead()
    await vi.waitUntil(() => store.transaction('readonly', ['facts'], ({ facts }) => facts.get('1')), 15_000)
    library.close()
  })

  it('knows at once what was found in its texts', async () => {
    library = openAgain()
    expect(await shown({ quality: ['short'] })).toEqual([1])
    library.close()
  })

  it('tells its screens if it has to analyse them again', async () => {
    await store.transaction('readwrite', ['facts'], ({ facts }) => facts.delete('1'))
    library = openAgain()
    let screen = await shown({ quality: ['short'] })
    expect(screen).toEqual([])
    library.subscribe(({ analysed }) => {
      if (analysed) void shown({ quality: ['short'] }).then((ids) => (screen = ids))
    })
    await expect.poll(() => screen).toEqual([1])
    library.close()
  })
})
