import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Library } from '../library/library.ts'
import { card, decisionsOf } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { jobResult } from '../library/testing/collect-job.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

async function openArticle(at: string) {
  const desk = renderDesk(worker, { at })
  await screen.findByRole('link', { name: 'Article 1' })
  await screen.findByRole('radio', { name: /^Undecided \d/ })
  return desk
}

it('takes no key for an article of the job on the screen until the one in the address has been read', async () => {
  const device = createMemoryLibrary()
  let read = (): void => {}
  const library: Library = {
    ...device,
    async article(key, id) {
      if (key === '18') await new Promise<void>((resolve) => (read = resolve))
      return device.article(key, id)
    },
  }
  worker = testWorkerApi({ library })
  await worker.collect()
  await worker.collect(stubArticles(12, 101))
  const { user } = renderDesk(worker, {
    at: '/jobs/17/articles/3',
    beside: <Link to="/jobs/18/articles/102">Other</Link>,
  })
  await screen.findByRole('heading', { name: 'Article 3' })
  await user.click(screen.getByRole('link', { name: 'Other' }))
  await screen.findByRole('link', { name: 'Article 103' })
  await screen.findByRole('radio', { name: /^Undecided \d/ })
  await user.keyboard('v')
  read()
  await screen.findByRole('heading', { name: 'Article 102' })
  await user.keyboard('b')
  await waitFor(async () => expect(await decisionsOf(worker, [102, 103])).toEqual(['maybe', undefined]))
})

it('leaves one entry in the history, however many articles are opened and closed, until the list is filtered', async () => {
  await worker.collect()
  const { user, address } = renderDesk(worker, { at: '/jobs', beside: <Link to="/jobs/17">Open</Link> })
  await user.click(screen.getByRole('link', { name: 'Open' }))
  const open = async (id: number) => {
    await user.click(await screen.findByRole('link', { name: `Article ${id}` }))
    await screen.findByRole('heading', { name: `Article ${id}` })
  }
  const back = () => waitFor(() => expect(address()).toBe('/jobs/17'))
  const { length } = window.history
  await open(1)
  await user.keyboard('{Escape}')
  await back()
  await open(2)
  await open(3)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('heading', { name: 'Article 4' })
  await user.click(screen.getByRole('button', { name: 'Close article' }))
  await back()
  await user.keyboard('ko')
  await screen.findByRole('heading', { name: 'Article 3' })
  expect(window.history).toHaveLength(length + 1)
  window.history.back()
  await back()

  await open(5)
  await user.click(screen.getByRole('radio', { name: /^Undecided/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/jobs/17?decision=undecided'))
  await open(6)
  window.history.back()
  await waitFor(() => expect(address()).toBe('/jobs/17?decision=undecided'))
})

it('shows the beginning of a category that the service states at length', async () => {
  await worker.collect(undefined, { category: 'River valleys, '.repeat(700) })
  await openArticle('/jobs/17/articles/1')
  const category = await screen.findByText(/^River valleys, /, { selector: 'bdi' })
  expect(category.textContent).toMatch(/^(River valleys, ){4}.{1,20}…$/)
})

it('takes no key for an id in the address that is no article of the library', async () => {
  await worker.collect()
  const { user } = renderDesk(worker, { at: '/library/articles/999' })
  await screen.findByText('This article is not in your library')
  await screen.findByRole('button', { name: 'Select all 12 articles' })
  await user.keyboard('v')
  expect(await worker.library.annotations([999])).toEqual([[999, undefined]])
})

it('tells in which job an article came if another has its number since the service was reset', async () => {
  await worker.library.noticeService('one')
  await worker.collect()
  await worker.library.noticeService('two')
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await user.click(await screen.findByRole('link', { name: 'Article 1' }))
  const back = await screen.findByRole('link', { name: 'Job 17, before the service was reset' })
  expect(back).toHaveAttribute('href', '/jobs/17')
})

it('opens an article in the library if its job was collected again without it', async () => {
  await worker.collect()
  await worker.library.saveResult('17', jobResult(stubArticles(1)), 2)
  const { address } = renderDesk(worker, { at: '/jobs/17/articles/12' })
  expect(await screen.findByRole('heading', { name: 'Article 12' })).toBeVisible()
  expect(address()).toBe('/library/articles/12')
})

it('does not say that the library has no such article if it could not be read', async () => {
  await worker.collect()
  await worker.library.saveResult('17', jobResult(stubArticles(1)), 2)
  vi.spyOn(worker.library, 'libraryArticle').mockRejectedValue(new Error('disk'))
  renderDesk(worker, { at: '/jobs/17/articles/2' })
  expect(await screen.findByText('This article could not be read')).toBeVisible()
})

it('shows where an article comes from, and links to it only if the address is a web address', async () => {
  const [first, second, third] = stubArticles(3)
  const sent = [
    {
      ...first,
      url: 'https://www.example.org/<b>?q=1',
      source: 'Sea Times',
      author: '<b>Ann</b> Reed',
      published_at: '2025-12-31T23:30:00-08:00',
    },
    { ...second, url: 'javascript:alert(1)', author: ['Ann'] },
    third,
  ]
  await worker.collect(sent)
  const { user } = await openArticle('/jobs/17/articles/1')
  expect(card('Article 1')).toHaveTextContent('<b>Ann</b> Reed · 31 Dec 2025')
  expect(card('Article 3').querySelector('[title]')).toBeNull()
  const link = await screen.findByRole('link', { name: /^example\.org/ })
  expect(link).toHaveAttribute('href', 'https://www.example.org/%3Cb%3E?q=1')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link.parentElement).toHaveTextContent(/^<b>Ann<\/b> ReedSea Times31 Dec 2025example.org/)
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe('https://www.example.org/%3Cb%3E?q=1')
  await user.keyboard('j')
  await screen.findByRole('heading', { name: 'Article 2' })
  expect(screen.queryByRole('link', { name: /opens a new tab/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull()
})

it('decides once while a key is held, and undoes once, but goes on to further articles', async () => {
  await worker.collect()
  await openArticle('/jobs/17')
  const decisions = () => decisionsOf(worker, [5, 6, 7])
  const hold = (key: string) => {
    for (let times = 0; times < 5; times += 1)
      fireEvent.keyDown(document.activeElement!, { key, repeat: times > 0 })
  }
  hold('j')
  expect(screen.getByRole('link', { name: 'Article 5' })).toHaveFocus()
  hold('v')
  hold('d')
  await waitFor(async () => expect(await decisions()).toEqual(['keep', 'reject', undefined]))
  hold('z')
  await waitFor(async () => expect(await decisions()).toEqual(['keep', undefined, undefined]))
})

it('presses a button once while Enter is held, also if the focus has moved to another one by then', async () => {
  await worker.collect()
  await worker.library.annotate([{ ids: [12], set: { addLabels: ['Energy'] } }])
  const { user } = await openArticle('/jobs/17/articles/12')
  const keep = await screen.findByRole('button', { name: 'Keep' })
  keep.focus()
  await user.keyboard('{Enter>4/}')
  expect(keep).toHaveAttribute('aria-pressed', 'true')
  const remove = screen.getByRole('button', { name: 'Remove label Energy' })
  remove.focus()
  await user.keyboard('{Enter>4/}')
  expect(screen.getByRole('button', { name: 'Add label' })).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(await worker.library.steps()).toHaveLength(2))
})

it('notes in a job what its own text has, if another job has another version', async () => {
  const text = 'The ferry left at six, and nobody was on the quay to see it go. '.repeat(9)
  for (const end of ['', '\n\n© 2024 The Paper']) {
    await worker.collect([{ id: 1, title: 'Ferry', text: text + end }])
  }
  renderDesk(worker, { at: '/jobs/18' })
  expect(await screen.findByText('Copyright line')).toBeVisible()
  cleanup()
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  expect(await screen.findByText('2 versions')).toBeVisible()
  expect(screen.queryByText('Copyright line')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Ferry' }))
  expect(await screen.findByRole('button', { name: '2 versions' })).toBeVisible()
  expect(screen.queryByText('Copyright line')).toBeNull()
})

it('names no reading time for an article without text', async () => {
  const [first, second] = stubArticles(2)
  await worker.collect([{ ...first, text: '' }, second])
  const { user } = await openArticle('/jobs/17/articles/1')
  expect(await screen.findByText('This article has no text.')).toBeVisible()
  expect(screen.queryByText(/^\d+ min$/)).toBeNull()
  await user.keyboard('j')
  expect(await screen.findByText('1 min')).toBeVisible()
})

describe('deciding while reading', () => {
  beforeEach(() => worker.collect())

  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  const heading = (name: string) => screen.findByRole('heading', { name })

  it('shows the decision, and moves to the next article by key and by button', async () => {
    await worker.library.annotate([{ ids: [2], set: { decision: 'keep' } }])
    const { user, address } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    await user.keyboard('v')
    await heading('Article 3')
    expect(address()).toBe('/jobs/17/articles/3')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await heading('Article 4')
    expect(['Keep', 'Maybe', 'Reject'].map(pressed)).toEqual(['false', 'false', 'false'])
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await heading('Article 3')
    expect(pressed('Reject')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    expect(pressed('Reject')).toBe('false')
    expect(address()).toBe('/jobs/17/articles/3')
  })

  it('never decides twice on one article if keys are faster than the reader', async () => {
    const { user } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    await user.keyboard('vbd')
    await heading('Article 4')
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 3])).toEqual(['keep', 'maybe', 'reject']),
    )
  })

  it('takes no key for the open article once another was clicked', async () => {
    const { user, address } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    let read = (): void => {}
    const article = worker.library.article.bind(worker.library)
    vi.spyOn(worker.library, 'article').mockImplementation(async (...asked) => {
      await new Promise<void>((resolve) => (read = resolve))
      return article(...asked)
    })
    await user.click(screen.getByRole('link', { name: 'Article 9' }))
    await user.keyboard('vj')
    expect(address()).toBe('/jobs/17/articles/9')
    read()
    await heading('Article 9')
    await user.keyboard('b')
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 9])).toEqual([undefined, undefined, 'maybe']),
    )
  })

  it('opens an article without scrolling to the one that was closed before', async () => {
    const { user } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Article 1' })).toBeNull())
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => scrolled.mockRestore())
    await user.click(screen.getByRole('link', { name: 'Article 9' }))
    await heading('Article 9')
    await waitFor(() => expect(scrolled.mock.contexts).toContain(card('Article 9').parentElement))
    expect(scrolled.mock.contexts).not.toContain(card('Article 1').parentElement)
  })

  it('marks an article as read once, without an undo step, so that "unread" stays', async () => {
    const { user } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    await waitFor(() => expect(card('Article 1')).toHaveTextContent('Read.'))
    expect(await worker.library.steps()).toEqual([])
    await user.keyboard('m')
    await waitFor(() => expect(card('Article 1')).not.toHaveTextContent('Read.'))
  })

  it('returns to the article that an undo is about', async () => {
    const { user } = await openArticle('/jobs/17/articles/1')
    await heading('Article 1')
    await user.keyboard('d')
    await heading('Article 2')
    await user.keyboard('z')
    await heading('Article 1')
    expect(pressed('Reject')).toBe('false')
  })

  it('steps through the hits, wrapping at the end', async () => {
    const { user } = await openArticle('/jobs/17/articles/1?q=article')
    await heading('Article 1')
    await user.click(screen.getByRole('button', { name: 'Next hit' }))
    expect(screen.getByText('1 of 2')).toBeVisible()
    await user.keyboard('..')
    expect(screen.getByText('1 of 2')).toBeVisible()
    await user.keyboard(',')
    expect(screen.getByText('2 of 2')).toBeVisible()
    expect(document.querySelectorAll('mark[data-current]')).toHaveLength(1)
  })

  it('does not take an article that could not be read for one that is missing', async () => {
    vi.spyOn(worker.library, 'article').mockRejectedValue(new Error('disk'))
    await openArticle('/jobs/17/articles/2')
    expect(await screen.findByText('This article could not be read')).toBeVisible()
    expect(screen.queryByText('This article is not in your library')).toBeNull()
  })

  it('copies the text as shown', async () => {
    const { user } = await openArticle('/jobs/17/articles/1')
    await user.click(await screen.findByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toMatch(/^Article 1\n\nThe text of article 1\./)
  })
})
