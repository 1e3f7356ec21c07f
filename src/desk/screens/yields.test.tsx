import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { packIds, unpackIds } from '../../contract/ids.ts'
import { parseIds } from '../files/parse-ids.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi
let nowMs: number

beforeEach(() => {
  nowMs = Date.now() - 3_600_000
  worker = testWorkerApi({ now: () => (nowMs += 1000) })
})

describe('the outcome of a job', () => {
  it('is shown on demand', async () => {
    await worker.collect(stubArticles(2))
    await worker.collect([...stubArticles(4), { id: 5, title: null, text: '<b>x</b>' }], {
      articleCount: 10,
      idsToSkip: packIds([2, 90]),
    })
    const { user } = renderDesk(worker, { at: '/jobs/18' })
    // The header shows one fact beside the state, so that it stays on one line; the time is below.
    const head = (await screen.findByText('4 of 10 delivered, 2 new')).parentElement!
    expect(head.querySelector('time')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'About this job' }))
    const about = within(await screen.findByRole('region', { name: 'About this job' }))
    expect(about.getByText(/^ready \d+ \w{3,4}, \d\d:\d\d$/)).toBeVisible()
    expect(await screen.findByText('10 were asked for; 4 articles were delivered.')).toBeVisible()
    expect(screen.getByText('2 are new; 2 were here already.')).toBeVisible()
    const returned = within(await screen.findByRole('list', { name: 'Delivered although skipped' }))
    expect(returned.getByRole('link', { name: '2' })).toHaveAttribute('href', '/jobs/18/articles/2')
    expect(returned.getAllByRole('link')).toHaveLength(1)
    expect(
      within(screen.getByRole('list', { name: 'Set aside' })).getByText(/^Number 5 has no title/),
    ).toBeVisible()
    expect(screen.getByText(/<b>x<\/b>/)).toBeVisible()
  })

  it('includes the ids delivered although skipped, which can be copied and pasted again', async () => {
    const ids = ['a-1', '7', 8]
    await worker.collect(
      ids.map((id) => ({ id, title: 'Wind', text: 'Of wind.' })),
      { idsToSkip: packIds(ids) },
    )
    const { user } = renderDesk(worker, { at: '/jobs/17' })
    await user.click(await screen.findByRole('button', { name: 'About this job' }))
    await user.click(await screen.findByRole('button', { name: 'Copy these ids' }))
    const copied = await navigator.clipboard.readText()
    expect(new Set(unpackIds(parseIds(copied).ids))).toEqual(new Set(ids))
  })

  it('counts near-duplicates once the texts have been read', async () => {
    await worker.collect([{ id: 1, title: 'Flour', text: longText }])
    await worker.collect([
      { id: 2, title: 'Flour again', text: longText },
      { id: 3, title: 'Salt', text: 'Salt is a different matter.' },
    ])
    const { user } = renderDesk(worker, { at: '/jobs/18' })
    await user.click(await screen.findByRole('button', { name: 'About this job' }))
    expect(await screen.findByText(/Looking for near-duplicates/)).toBeVisible()
    expect(await screen.findByText('1 says nearly the same as another article.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
      'href',
      '/library?job=18&duplicates=yes',
    )
  })
})

describe('a chain', () => {
  beforeEach(async () => {
    await worker.collect(stubArticles(4), { keywords: ['sun'] })
    await worker.collect(stubArticles(3, 10), { keywords: ['sun'] }, '17')
    await worker.collect([], { keywords: ['sun'], idsToSkip: packIds([1]) }, '18')
    await worker.collect(stubArticles(1, 90), { keywords: ['rain'] })
  })

  it('is shown as one thread in the list of jobs', async () => {
    renderDesk(worker, { at: '/jobs' })
    const list = within(await screen.findByRole('list', { name: 'Jobs, newest first' }))
    expect(list.getByText('Part 1 of 3: 4 + 3 + 0 = 7 articles')).toBeVisible()
    expect(list.getByText('Part 3 of 3: 4 + 3 + 0 = 7 articles')).toBeVisible()
    expect(list.getAllByText(/^Part \d of 3/)).toHaveLength(3)
  })

  it('is shown on each of its jobs, with advice when it runs dry', async () => {
    const { user } = renderDesk(worker, { at: '/jobs/18' })
    await user.click(await screen.findByRole('button', { name: 'About this job' }))
    await user.click(await screen.findByText('Part 2 of 3, the last returned little'))
    const thread = within(await screen.findByRole('list', { name: 'Chain of jobs' }))
    expect(thread.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Job 174 articles',
      'Job 183 articles',
      'Job 19no articles',
    ])
    expect(screen.getByText('4 + 3 + 0 = 7 articles')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change the request' })).toHaveAttribute(
      'href',
      '/jobs/new?from=19',
    )
  })
})

describe('the share of kept articles, by keyword and category', () => {
  it('is shown for each keyword and category with decisions', async () => {
    // None of them is about wind, although the request included it.
    await worker.collect(stubArticles(3), { keywords: ['solar', 'Wind'], category: 'Energy' })
    await worker.collect(stubArticles(2, 50), { keywords: ['Paragraph'] })
    await worker.library.annotate([{ ids: [1, 2], set: { decision: 'keep' } }])
    await worker.library.annotate([{ ids: [3], set: { decision: 'reject' } }])
    await worker.library.annotate([{ ids: [50], set: { decision: 'reject', reason: 'Off topic' } }])
    renderDesk(worker, { at: '/jobs' })
    expect(await screen.findByText(/^Of 4 articles decided on, you kept 2\. That is too few/)).toBeVisible()
    const table = within(await screen.findByRole('table', { name: 'Keywords' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'KeywordKeptOf those decided on',
      'solar67%2 of 3 kept (few)',
      'Paragraph0%0 of 1 kept (few)Rejected: Off topic 1',
    ])
    expect(within(screen.getByRole('table', { name: 'Categories' })).getByText('Energy')).toBeVisible()
  })

  it('is explained before anything was decided', async () => {
    await worker.collect(stubArticles(3), { keywords: ['sun'] })
    renderDesk(worker, { at: '/jobs' })
    expect(await screen.findByRole('list', { name: 'Jobs, newest first' })).toBeVisible()
    expect(await screen.findByText(/^Decide on some articles to see here which keywords/)).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

const longText = Array.from(
  { length: 120 },
  (_, index) => `Sentence ${index} is about flour of sort ${(index * 7919) % 997}.`,
).join(' ')
