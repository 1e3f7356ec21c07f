import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decisionsOf, openArticles } from '../testing/job-articles.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'

it('ends as the editor leaves: a key pressed while the next screen is fetched is not for this one', async () => {
  const worker = testWorkerApi()
  await worker.collect()
  const { user, address } = await openArticles(worker)
  await user.keyboard('j')
  act(() => {
    screen.getByRole('link', { name: 'Collect more' }).click()
    for (const key of ['d', 'x', 'o', 'Escape'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await screen.findByRole('heading', { name: 'New job' })
  expect(address()).toMatch(/^\/jobs\/new/)
  expect(await decisionsOf(worker, [1])).toEqual([undefined])
})
