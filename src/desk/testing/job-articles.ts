import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { renderDesk } from './render-desk.tsx'
import type { TestWorkerApi } from './test-worker-api.ts'

/** Opens the list of job 17, and waits until its decisions have been read. */
export async function openArticles(worker: TestWorkerApi, at = '/jobs/17', firstShown = 'Article 1') {
  const desk = renderDesk(worker, { at })
  await screen.findByRole('article', { name: firstShown })
  await screen.findByRole('radio', { name: /^All \d/ })
  await waitFor(() => expect(choice('Undecided')).not.toHaveAccessibleName('Undecided'))
  return desk
}

export const list = () => within(screen.getByRole('list', { name: 'Articles' }))
export const card = (title: string) => list().getByRole('article', { name: title })
/** Once the texts have been compared, a card has another link, to its near-duplicate. */
export const shownTitles = () =>
  list()
    .getAllByRole('article')
    .map((article) => within(article).getAllByRole('link')[0]?.textContent ?? '')
export const link = (title: string) => screen.getByRole('link', { name: title })
export const choice = (word: string) => screen.getByRole('radio', { name: new RegExp(`^${word}`) })
export const bulk = () => within(screen.getByRole('toolbar', { name: 'Selected articles' }))

export const decisionsOf = async (worker: TestWorkerApi, ids: readonly number[]) =>
  (await worker.library.annotations(ids)).map(([, mark]) => mark?.decision)
