import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changePreferences } from '../features/preferences/device-preferences.ts'
import { choice, openArticles, shownTitles } from '../testing/job-articles.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

afterEach(() => changePreferences({ jobOrder: 'came' }))

const order = () => screen.getByRole('combobox', { name: 'Order' })

describe('the order of a job', () => {
  it('can be chosen, is remembered, and is kept while a filter is active', async () => {
    await worker.collect(
      [
        { id: 1, title: 'Short', text: 'sun' },
        { id: 2, title: 'Long', text: 'no words of the request here at all' },
        { id: 3, title: 'Middle', text: 'sun sun sun' },
      ],
      { keywords: ['sun'] },
    )
    await worker.library.annotate([{ ids: [1], set: { read: true } }])
    const { user } = await openArticles(worker, '/jobs/17', 'Short')
    await user.selectOptions(order(), 'Longest first')
    await waitFor(() => expect(shownTitles()).toEqual(['Long', 'Middle', 'Short']))
    await user.selectOptions(order(), 'Most hits first')
    await waitFor(() => expect(shownTitles()).toEqual(['Middle', 'Short', 'Long']))
    await worker.library.annotate([{ ids: [3], set: { decision: 'keep' } }])
    await user.selectOptions(order(), 'Unread first')
    await waitFor(() => expect(shownTitles()).toEqual(['Long', 'Middle', 'Short']))
    await user.click(choice('Undecided'))
    expect(shownTitles()).toEqual(['Long', 'Short'])
    expect(JSON.parse(localStorage.getItem('article-desk/preferences') ?? '{}')).toMatchObject({
      jobOrder: 'unread',
    })
  })

  it('stays until the next one has been read', async () => {
    await worker.collect([
      { id: 1, title: 'Short', text: 'sun' },
      { id: 2, title: 'Long', text: 'sun and sea' },
    ])
    const { user } = await openArticles(worker, '/jobs/17', 'Short')
    await user.selectOptions(order(), 'Longest first')
    await waitFor(() => expect(shownTitles()).toEqual(['Long', 'Short']))
    vi.spyOn(worker.library, 'jobOrder').mockReturnValue(new Promise(() => {}))
    await user.selectOptions(order(), 'Unread first')
    expect(shownTitles()).toEqual(['Long', 'Short'])
    await user.selectOptions(order(), 'As delivered')
    expect(shownTitles()).toEqual(['Short', 'Long'])
    await user.selectOptions(order(), 'Unread first')
    expect(shownTitles()).toEqual(['Short', 'Long'])
  })
})
