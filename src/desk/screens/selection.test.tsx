import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk, card, choice, decisionsOf, link, openArticles } from '../testing/job-articles.ts'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

describe('deciding on many at once', () => {
  it('covers all matches, visible or not, and is one step', async () => {
    await worker.collect(stubArticles(300))
    const { user } = await openArticles(worker, '/jobs/17?q=article+1')
    await user.click(await screen.findByRole('button', { name: 'Select all 111 matching' }))
    await user.click(bulk().getByRole('button', { name: 'Reject 111 articles' }))
    expect(await screen.findByText('Rejected 111 articles')).toBeVisible()
    expect(choice('Rejected')).toHaveAccessibleName('Rejected 111')
    expect(await decisionsOf(worker, [1, 2, 199, 200])).toEqual(['reject', undefined, 'reject', undefined])

    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: rejected 111 articles')).toBeVisible()
    await waitFor(() => expect(choice('Undecided')).toHaveAccessibleName('Undecided 300'))
  })

  it('says how many it covers, and is available only with a selection', async () => {
    await worker.collect()
    const { user } = await openArticles(worker)
    expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull()
    await user.keyboard('jxjx')
    for (const name of ['Keep 2 articles', 'Maybe 2 articles', 'Reject 2 articles', 'Mark read 2 articles'])
      expect(bulk().getByRole('button', { name })).toBeVisible()
    await user.click(bulk().getByRole('button', { name: 'Mark read 2 articles' }))
    expect(await screen.findByText('Marked 2 articles as read')).toBeVisible()
    expect(card('Article 1')).toHaveTextContent('Read.')
  })

  it('is done by the same keys, which then go on behind the selection', async () => {
    await worker.collect()
    const { user } = await openArticles(worker)
    await user.keyboard('jxjxd')
    expect(await screen.findByText('Rejected 2 articles')).toBeVisible()
    expect(screen.queryByRole('toolbar', { name: 'Selected articles' })).toBeNull()
    expect(link('Article 3')).toHaveFocus()
    await user.keyboard('v')
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 3])).toEqual(['reject', 'reject', 'keep']),
    )
  })

  it('leaves the editor at an article that was not selected: going on would pass over it', async () => {
    await worker.collect()
    const { user } = await openArticles(worker)
    await user.keyboard('jxjxjd')
    expect(await screen.findByText('Rejected 2 articles')).toBeVisible()
    expect(link('Article 3')).toHaveFocus()
  })

  it('is marked as unread by the key once all of it is read, also where nothing has been shown yet', async () => {
    await worker.collect(stubArticles(300))
    await worker.library.annotate([{ ids: [1, 2, 3], set: { read: true } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jxjxm')
    expect(await screen.findByText('Marked 2 articles as unread')).toBeVisible()
    expect(card('Article 1')).not.toHaveTextContent('Read.')
    await user.keyboard('m')
    expect(await screen.findByText('Marked 2 articles as read')).toBeVisible()
    // Most are far below the window.
    const ids = stubArticles(300).map(({ id }) => id)
    await act(() => worker.library.annotate([{ ids, set: { read: true } }]))
    await user.click(screen.getByRole('button', { name: 'Select all 300 articles' }))
    await user.keyboard('m')
    expect(await screen.findByText('Marked 300 articles as unread')).toBeVisible()
  })

  it('is done by keys of the toolbar, too, which returns the focus to the list', async () => {
    await worker.collect()
    const { user } = await openArticles(worker, '/jobs/17?decision=all')
    await user.keyboard('{End}')
    await user.keyboard('jx')
    bulk().getByRole('button', { name: 'Mark read 1 article' }).focus()
    await user.keyboard('l')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('m')
    expect(await screen.findByText('Marked 1 article as read')).toBeVisible()
    await user.keyboard('v')
    expect(screen.getByRole('list', { name: 'Articles' })).toContainElement(
      document.activeElement as HTMLElement,
    )
  })

  it('leaves the keys of the reader to its article', async () => {
    await worker.collect()
    const { user } = await openArticles(worker)
    await user.keyboard('jxjx')
    await user.click(link('Article 3'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Article 3' })).toHaveFocus())
    await user.keyboard('v')
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 3])).toEqual([undefined, undefined, 'keep']),
    )
    expect(bulk().getByRole('button', { name: 'Keep 2 articles' })).toBeVisible()
  })

  it('keeps the counts right if too many change to be announced one by one', async () => {
    await worker.collect(stubArticles(3000))
    const { user } = await openArticles(worker, '/jobs/17?q=article')
    await user.click(await screen.findByRole('button', { name: 'Select all 3,000 matching' }))
    await user.click(bulk().getByRole('button', { name: 'Keep 3,000 articles' }))
    await waitFor(() => expect(choice('Kept')).toHaveAccessibleName('Kept 3,000'))
    expect(card('Article 1')).toHaveTextContent('Kept')
  })

  it('covers what a restore adds to the job while it is open', async () => {
    await worker.collect()
    const record = await worker.library.job('17')
    const part = (from: number, to: number) =>
      ({ kind: 'articles', value: { answer: '17', articles: stubArticles(12).slice(from, to) } }) as const
    worker = testWorkerApi()
    await worker.library.restorePart([{ kind: 'job', value: { record: record! } }, part(0, 5)])
    const { user } = await openArticles(worker)
    await act(() => worker.library.restorePart([part(5, 12)]))
    await waitFor(() => expect(choice('Undecided')).toHaveAccessibleName('Undecided 12'))
    await user.click(await screen.findByRole('button', { name: 'Select all 12 articles' }))
    await user.click(bulk().getByRole('button', { name: 'Reject 12 articles' }))
    await waitFor(() => expect(choice('Rejected')).toHaveAccessibleName('Rejected 12'))
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 6, 12])).toEqual(['reject', 'reject', 'reject']),
    )
  })
})

it('copies the selection as Markdown, in which nothing is markup', async () => {
  await worker.collect([
    { id: 1, title: 'A *star*', text: 'One.' },
    { id: 2, title: 'Other', text: 'Two.' },
  ])
  const { user } = await openArticles(worker, '/jobs/17', 'A *star*')
  await user.keyboard('jx')
  await user.click(await bulk().findByRole('button', { name: 'Copy 1 article as Markdown' }))
  expect(await screen.findByText('Copied 1 article as Markdown')).toBeVisible()
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/^# A \\\*star\\\*\n\nArticle 1 · Job 17 /)
  expect(copied).not.toContain('Two.')

  vi.spyOn(worker, 'makeArticleFile').mockRejectedValue(new Error('disk'))
  await user.click(await bulk().findByRole('button', { name: 'Copy 1 article as Markdown' }))
  expect(await screen.findByText(/^Not copied: the articles could not be read/)).toBeVisible()
})
