import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { decisionsOf, openArticles } from '../testing/job-articles.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { SingleKeysContext, useShortcut } from './use-shortcut.ts'

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

it('throws nothing at the event without a key that a browser sends as it fills in a field', () => {
  const onError = vi.fn<(event: ErrorEvent) => void>((event) => event.preventDefault())
  window.addEventListener('error', onError)
  onTestFinished(() => window.removeEventListener('error', onError))
  function Field() {
    useShortcut('new-job', () => {})
    return <input aria-label="Category" />
  }
  render(
    <SingleKeysContext value={false}>
      <Field />
    </SingleKeysContext>,
  )
  screen.getByLabelText('Category').dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(onError).not.toHaveBeenCalled()
})
