import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArticleId } from '../../../contract/ids.ts'
import { createChanges } from '../changes.ts'
import type { Library } from '../library.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createStoredLibrary } from '../stored-library.ts'
import { collectJob } from '../testing/collect-job.ts'

const filler = 'Nothing of interest stands here. '.repeat(20)
let library: Library

beforeEach(() => {
  const now = () => 1_000
  library = createStoredLibrary({
    name: 'editor',
    store: createMemoryStore(),
    changes: createChanges(),
    now,
  })
  return () => library.close()
})

async function collect(jobId: number, texts: Readonly<Record<number, string>>) {
  const articles = Object.entries(texts).map(([id, text]) => ({ id: Number(id), title: `Title ${id}`, text }))
  await collectJob(library, jobId, articles)
}

const noteOn = (id: ArticleId, note: string) => library.annotate([{ ids: [id], set: { note } }])
const idsFor = async (query: string) => [...(await library.view({ query })).ids.numbers]
const passagesOf = async (ids: readonly number[], query: string) =>
  (await library.passages({ ids }, query)).map((passage) => passage?.text)

describe('what a search shows of the articles', () => {
  it('is where it found them, in the order in which they are asked for', async () => {
    await collect(1, { 1: `${filler}A red mill.`, 2: 'A red mill.', 3: `${filler}A blue mill.` })
    const [three, two, one, unknown] = await passagesOf([3, 2, 1, 9], 'mill')
    expect([three, two, one, unknown]).toEqual([
      expect.stringMatching(/^….*A blue mill\.$/),
      undefined,
      expect.stringMatching(/^….*A red mill\.$/),
      undefined,
    ])
  })

  it('comes from the newest text in the library, and from its own in a job', async () => {
    await collect(1, { 1: `${filler}An old mill.` })
    await collect(2, { 1: `${filler}A new mill.` })
    expect(await passagesOf([1], 'mill')).toEqual([expect.stringContaining('A new mill.')])
    expect(await library.passages({ jobKey: '1', positions: [0, 7] }, 'mill')).toEqual([
      { text: expect.stringContaining('An old mill.') as unknown },
      undefined,
    ])
  })

  it('comes from any page of a large job', async () => {
    await collect(
      1,
      Object.fromEntries(Array.from({ length: 250 }, (_, id) => [id, `${filler}Mill number ${id}.`])),
    )
    expect(await passagesOf([249, 0, 120], 'mill')).toEqual([
      expect.stringContaining('number 249.'),
      expect.stringContaining('number 0.'),
      expect.stringContaining('number 120.'),
    ])
  })

  it('is the note, if that alone has a word of it', async () => {
    await collect(1, { 1: `${filler}A red mill.`, 2: `${filler}A red mill.` })
    await noteOn(1, 'Ask Ana for photographs of the mill')
    await noteOn(2, 'Nothing to add about the mill')
    expect(await library.passages({ ids: [1, 2] }, 'mill photographs')).toEqual([
      { text: 'Ask Ana for photographs of the mill', note: 'Ask Ana for photographs of the mill' },
      { text: expect.stringContaining('A red mill.') as unknown },
    ])
  })
})

describe.each([
  ['the library', idsFor],
  ['a job', async (query: string) => [...(await library.find('1', query))].map((position) => position + 1)],
])('a search of %s', (_, idsFor) => {
  beforeEach(async () => {
    await collect(1, { 1: 'A red mill', 2: 'A blue mill', 3: 'Nothing' })
    await vi.waitUntil(async () => (await idsFor('mill')).length === 2, 15_000)
  })

  it('finds what stands in a note, alone or together with the text, without its accents', async () => {
    await noteOn(1, 'Résumé for Ana')
    expect(await idsFor('resume')).toEqual([1])
    expect(await idsFor('mill ana')).toEqual([1])
    expect(await idsFor('"for ana"')).toEqual([1])
    expect(await idsFor('"mill résumé"')).toEqual([])
    expect(await idsFor('mill -ana')).toEqual([2])
  })

  it('notices at once what is written, changed and deleted, while the search is typed on', async () => {
    expect(await idsFor('ph')).toEqual([])
    await noteOn(3, 'Photographs')
    expect(await idsFor('pho')).toEqual([3])
    await noteOn(3, 'Phone Ana')
    expect(await idsFor('phot')).toEqual([])
    expect(await idsFor('phon')).toEqual([3])
    await noteOn(3, '')
    expect(await idsFor('phon')).toEqual([])
  })
})
