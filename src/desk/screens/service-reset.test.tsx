import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { card, choice, decisionsOf, openArticles } from '../testing/job-articles.ts'
import { recordDownloads } from '../testing/record-downloads.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi

// Its code loads on the first visit; here that must not count against the screen's speed.
beforeAll(() => import('../features/exports/export-dialog.tsx'))

beforeEach(async () => {
  worker = testWorkerApi()
  await worker.library.noticeService('one')
  await worker.collect()
})

/** After which the numbers of the articles on the screen are those of other articles. */
const reset = () => act(() => worker.library.noticeService('two'))

const earlier = 'from before the service was reset'

it('leaves the articles of an open job to be decided on and counted, not those with their numbers now', async () => {
  const { user } = await openArticles(worker)
  await user.keyboard('j')
  await reset()
  await waitFor(() => expect(card('Article 1')).toHaveTextContent(earlier))
  await user.keyboard('v')
  expect(card('Article 1')).toHaveTextContent('Kept')
  await waitFor(() => expect(choice('Kept')).toHaveAccessibleName('Kept 1'))
  expect(await decisionsOf(worker, [1])).toEqual([undefined])
})

it('leaves a key to the article on the screen, also before its decisions have been read again', async () => {
  const { user } = await openArticles(worker)
  await user.keyboard('j')
  vi.spyOn(worker.library, 'decisions').mockReturnValue(new Promise(() => {}))
  await reset()
  await waitFor(() => expect(card('Article 1')).toHaveTextContent(earlier))
  await user.keyboard('v')
  expect(card('Article 1')).toHaveTextContent('Kept')
  expect(await decisionsOf(worker, [1])).toEqual([undefined])
})

it('shows the articles of an open library under their other ids, and leaves no key to those before', async () => {
  const { user } = renderDesk(worker, { at: '/library' })
  await screen.findByRole('button', { name: 'Select all 12 articles' })
  await user.keyboard('jxj')
  await reset()
  await user.keyboard('v')
  await waitFor(() => expect(card('Article 1')).toHaveTextContent(earlier))
  await screen.findByRole('button', { name: 'Select all 12 articles' })
  await user.keyboard('jd')
  expect(card('Article 1')).toHaveTextContent('Rejected')
  expect(await decisionsOf(worker, [1, 2])).toEqual([undefined, undefined])
})

it('closes an article of the library, whose address is now that of another', async () => {
  const { user, address } = renderDesk(worker, { at: '/library/articles/1?q=article' })
  await screen.findByRole('heading', { name: 'Article 1' })
  await reset()
  await waitFor(() => expect(card('Article 1')).toHaveTextContent(earlier))
  expect(address()).toBe('/library?q=article')
  await user.keyboard('v')
  expect(await decisionsOf(worker, [1])).toEqual([undefined])
})

it('takes nobody back to the library who has left it for a screen that is still being fetched', async () => {
  const { address } = renderDesk(worker, { at: '/library' })
  await screen.findByRole('button', { name: 'Select all 12 articles' })
  window.history.pushState(null, '', '/jobs/new')
  await reset()
  await waitFor(() => expect(card('Article 1')).toHaveTextContent(earlier))
  expect(address()).toBe('/jobs/new')
})

it('names a job by its number while it is read, also one that got the number of an earlier job', async () => {
  vi.spyOn(worker.library, 'job').mockReturnValue(new Promise(() => {}))
  renderDesk(worker, { at: '/jobs/17-2' })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Job 17')
})

it('names an exported file after the number of its job, and says if that is of before the reset', async () => {
  const files = recordDownloads()
  await worker.library.noticeService('two')
  worker.service.addJob(17, { state: 'success', articles: stubArticles(1) })
  await worker.openJob(17)
  await worker.checkJob('17-2')
  for (const key of ['17', '17-2']) {
    const { user } = renderDesk(worker, { at: `/jobs/${key}` })
    await user.click(await screen.findByRole('button', { name: /^Export/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
    await user.click(dialog.getByRole('button', { name: /^Export \d/ }))
    await screen.findByText(/^Exported \d+ articles? to/)
    cleanup()
  }
  const day = /_\d{4}-\d\d-\d\d\.csv$/
  expect(files.map(({ name }) => name.replace(day, ''))).toEqual([
    'articles_job-17-before-the-service-was-reset',
    'articles_job-17',
  ])
})
