import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { card, choice, decisionsOf as readDecisions, openArticles } from '../testing/job-articles.ts'
import { testWorkerApi } from '../testing/test-worker-api.ts'

let worker: ReturnType<typeof testWorkerApi>

beforeEach(async () => {
  worker = testWorkerApi()
  await worker.collect()
})

const decisionsOf = (...ids: number[]) => readDecisions(worker, ids)

/** Without time for the worker to respond in between. */
function press(keys: string): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}

it('decide on the article that an undo returns to, in the list', async () => {
  await openArticles(worker)
  press('jvvzd')
  await waitFor(() => expect(choice('Rejected')).toHaveAccessibleName('Rejected 1'))
  expect(await decisionsOf(1, 2, 3)).toEqual(['keep', 'reject', undefined])
  expect(card('Article 3')).toHaveAttribute('data-current')
})

it('decide on the article that an undo returns to, in the reader', async () => {
  await openArticles(worker, '/jobs/17/articles/1')
  await screen.findByRole('button', { name: 'Copy text' })
  press('vzzd')
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual(['reject', undefined]))
})

it('make again what an undo has just taken back', async () => {
  await openArticles(worker)
  press('jvzvd')
  await waitFor(async () => expect(await decisionsOf(1, 2, 3)).toEqual(['keep', 'reject', undefined]))
})

it('go on in the list at the article that was asked for in the reader, drawn or not', async () => {
  await openArticles(worker, '/jobs/17/articles/1')
  await screen.findByRole('button', { name: 'Copy text' })
  press('j')
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  press('d')
  await waitFor(async () => expect(await decisionsOf(1, 2)).toEqual([undefined, 'reject']))
})
