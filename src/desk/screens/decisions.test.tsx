import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blankRequest } from '../../contract/testing/blank-request.ts'
import {
  bulk,
  card,
  choice,
  decisionsOf,
  link,
  list,
  openArticles,
  shownTitles,
} from '../testing/job-articles.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { setOwnKeys } from '../ui/shortcuts.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

const press = (key: KeyboardEventInit) => fireEvent.keyDown(document.activeElement ?? document.body, key)

describe('deciding in a list', () => {
  beforeEach(() => worker.collect())

  it('takes one key each, shows the decision on the card, and moves to the next', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jv')
    expect(card('Article 1')).toHaveTextContent('Kept')
    expect(link('Article 2')).toHaveFocus()
    await user.keyboard('bd')
    expect(card('Article 2')).toHaveTextContent('Maybe')
    expect(card('Article 3')).toHaveTextContent('Rejected')
    expect(link('Article 4')).toHaveFocus()
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 3, 4])).toEqual(['keep', 'maybe', 'reject', undefined]),
    )
    expect(await screen.findByText('Rejected 1 article')).toBeVisible()
  })

  it('does not announce the number of articles anew with the first decision', async () => {
    const { user } = await openArticles(worker)
    const count = screen.getByText('12 articles', { selector: '[role=status] *' })
    await user.keyboard('jv')
    expect(screen.getByText('1 of 12 decided')).toBeVisible()
    expect(count).toBeInTheDocument()
  })

  it('is on the article that has the focus, however it got there', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('j')
    act(() => link('Article 4').focus())
    await user.keyboard('v')
    expect(card('Article 1')).not.toHaveTextContent('Kept')
    expect(card('Article 4')).toHaveTextContent('Kept')
    expect(link('Article 5')).toHaveFocus()
  })

  it('takes the keys in the same place on layouts without Latin letters, and any under Caps Lock', async () => {
    await openArticles(worker)
    press({ key: 'о', code: 'KeyJ' })
    press({ key: 'м', code: 'KeyV' })
    expect(card('Article 1')).toHaveTextContent('Kept')
    press({ key: 'B', code: 'KeyB', modifierCapsLock: true })
    expect(card('Article 2')).toHaveTextContent('Maybe')
    expect(link('Article 3')).toHaveFocus()
    press({ key: 'é', code: 'KeyD' })
    expect(card('Article 3')).not.toHaveTextContent('Rejected')
    act(() => setOwnKeys({ maybe: 'в' }))
    press({ key: 'в', code: 'KeyD' })
    expect(card('Article 3')).toHaveTextContent('Maybe')
    act(() => setOwnKeys({}))
  })

  it('shows the keys on its buttons, each on a cap of its own', async () => {
    onTestFinished(() => setOwnKeys({}))
    setOwnKeys({ keep: 'K', maybe: 'w w' })
    const { user } = await openArticles(worker)
    await user.click(link('Article 1'))
    const caps = (name: string) =>
      Array.from(screen.getByRole('button', { name }).querySelectorAll('kbd'), (cap) => cap.textContent)
    await screen.findByRole('button', { name: 'Keep' })
    expect(['Keep', 'Maybe', 'Reject'].map(caps)).toEqual([['Shift', 'k'], ['w', 'w'], ['d']])
  })

  it('accepts keys pressed at the moment the job becomes ready', async () => {
    cleanup()
    worker = testWorkerApi()
    worker.service.nextJobStates(
      { state: 'processing', articles: stubArticles(2) },
      { state: 'success', articles: stubArticles(3) },
    )
    await worker.createJob(blankRequest)
    renderDesk(worker, { at: '/jobs/17' })
    await worker.checkJob('17')
    await screen.findByRole('article', { name: 'Article 2' })
    const observer = new MutationObserver(() => {
      if (!screen.queryByText('Ready: 3 articles')) return
      observer.disconnect()
      for (const key of ['j', 'v', 'd']) fireEvent.keyDown(document.body, { key })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    await worker.checkJob('17')
    await waitFor(async () =>
      expect(await decisionsOf(worker, [1, 2, 3])).toEqual(['keep', 'reject', undefined]),
    )
  })

  it('skips articles that were decided before', async () => {
    await worker.library.annotate([{ ids: [2, 3], set: { decision: 'keep' } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jd')
    expect(link('Article 4')).toHaveFocus()
  })

  it('is on one article if the button is double-clicked, after which the next one is there', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jo')
    await screen.findByRole('heading', { level: 2, name: 'Article 1' })
    await user.dblClick(screen.getByRole('button', { name: 'Keep' }))
    await screen.findByRole('heading', { level: 2, name: 'Article 2' })
    expect(await decisionsOf(worker, [1, 2])).toEqual(['keep', undefined])
  })

  it('removes a decision with the same key, and stays', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jvkv')
    expect(card('Article 1')).not.toHaveTextContent('Kept')
    expect(link('Article 1')).toHaveFocus()
    expect(await screen.findByText('Took back the decision on 1 article')).toBeVisible()
  })

  it('shows whether an article was read, apart from its decision', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jm')
    expect(card('Article 1')).toHaveTextContent('Read.')
    await user.keyboard('m')
    expect(card('Article 1')).not.toHaveTextContent('Read.')
    expect(await screen.findByText('Marked 1 article as unread')).toBeVisible()
  })

  it('is undone step by step, even in a later visit, and returns to the article', async () => {
    await worker.library.annotate([{ ids: [7], set: { decision: 'maybe' } }], { kind: 'maybe' })
    const { user } = await openArticles(worker)
    await user.keyboard('jvd')
    await user.keyboard('z')
    expect(await screen.findByText('Undone: rejected 1 article')).toBeVisible()
    expect(card('Article 2')).not.toHaveTextContent('Rejected')
    await waitFor(() => expect(link('Article 2')).toHaveFocus())
    await user.keyboard('zz')
    expect(await screen.findByText('Undone: marked 1 article as maybe')).toBeVisible()
    await waitFor(() => expect(link('Article 7')).toHaveFocus())
    expect(await decisionsOf(worker, [1, 2, 7])).toEqual([undefined, undefined, undefined])
    await user.keyboard('z')
    expect(await screen.findByText('There is nothing to undo')).toBeVisible()
  })

  it('is undone from its message', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jd')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: rejected 1 article')).toBeVisible()
    expect(card('Article 1')).not.toHaveTextContent('Rejected')
    expect(screen.queryByText('Rejected 1 article')).toBeNull()
  })

  it('loses none of many quick keys, and announces only the latest', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jvbdvbdvbdvbd')
    const all = Array.from({ length: 12 }, (_, index) => index + 1)
    await waitFor(async () =>
      expect(await decisionsOf(worker, all)).toEqual(all.map((id) => ['reject', 'keep', 'maybe'][id % 3])),
    )
    expect(await worker.library.steps()).toHaveLength(12)
    await screen.findByText('Rejected 1 article')
    expect(screen.getAllByText(/^(Kept|Rejected|Marked) .*article/)).toHaveLength(1)
  })
})

describe('the filter by decision', () => {
  beforeEach(async () => {
    await worker.collect()
    await worker.library.annotate([{ ids: [2, 3], set: { decision: 'keep' } }])
    await worker.library.annotate([{ ids: [10], set: { decision: 'reject' } }])
  })

  it('counts decisions, and shows the articles', async () => {
    const { user, address } = await openArticles(worker)
    for (const name of ['All 12', 'Undecided 9', 'Kept 2', 'Maybe 0', 'Rejected 1'])
      expect(screen.getByRole('radio', { name })).toBeInTheDocument()
    await user.click(choice('Kept'))
    expect(shownTitles()).toEqual(['Article 2', 'Article 3'])
    expect(address()).toBe('/jobs/17?decision=keep')
    expect(screen.getByText('2 of 12 matching')).toBeVisible()
  })

  it('combines with the search, also in the address', async () => {
    await openArticles(worker, '/jobs/17?q=article+1&decision=undecided', 'Article 1')
    expect(shownTitles()).toEqual(['Article 1', 'Article 11', 'Article 12'])
    expect(link('Article 11')).toHaveAttribute('href', '/jobs/17/articles/11?q=article+1&decision=undecided')
  })

  it('keeps decided articles in their places until the view is left', async () => {
    const { user } = await openArticles(worker, '/jobs/17?decision=undecided')
    await user.keyboard('jd')
    expect(card('Article 1')).toHaveTextContent('Rejected')
    expect(choice('Undecided')).toHaveAccessibleName('Undecided 8')
    expect(link('Article 4')).toHaveFocus()
    await user.click(choice('All'))
    await user.click(choice('Undecided'))
    expect(list().queryByRole('article', { name: 'Article 1' })).toBeNull()
  })

  it('restores the place of an article removed by an undone step, even one of an earlier visit', async () => {
    const { user: before } = await openArticles(worker, '/jobs/17?decision=undecided')
    const all = shownTitles()
    await before.keyboard('jjd')
    await waitFor(async () => expect(await worker.library.steps()).not.toHaveLength(0))
    cleanup()
    const { user } = await openArticles(worker, '/jobs/17?decision=undecided')
    expect(shownTitles()).toEqual(all.toSpliced(1, 1))
    await user.keyboard('jvzz')
    await waitFor(() => expect(shownTitles()).toEqual(all))
  })

  it('says if everything is decided', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1)
    await worker.library.annotate([{ ids, set: { decision: 'reject' } }])
    const { user } = await openArticles(worker)
    await user.click(choice('Undecided'))
    expect(await screen.findByText('All decided')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all articles' }))
    expect(await screen.findByRole('article', { name: 'Article 1' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('falls back to "All" if the address is invalid', async () => {
    await openArticles(worker, '/jobs/17?decision=perhaps')
    expect(choice('All')).toBeChecked()
  })
})

it('with the same key once more than there are articles takes nothing back at first', async () => {
  await worker.collect(stubArticles(2))
  const { user } = await openArticles(worker)
  await user.keyboard('jvvv')
  expect(await screen.findByText(/^No article follows\./)).toBeVisible()
  await waitFor(async () => expect(await decisionsOf(worker, [1, 2])).toEqual(['keep', 'keep']))
  await user.keyboard('v')
  await waitFor(async () => expect(await decisionsOf(worker, [1, 2])).toEqual(['keep', undefined]))
})

it('with the same key at the end of the list goes to the first undecided article, and decides nothing', async () => {
  await worker.collect(stubArticles(3))
  const { user } = await openArticles(worker)
  await user.keyboard('jjjvv')
  expect(await screen.findByText('No article follows. Here is the first undecided one.')).toBeVisible()
  await waitFor(async () =>
    expect(await decisionsOf(worker, [1, 2, 3])).toEqual([undefined, undefined, 'keep']),
  )
  await user.keyboard('d')
  await waitFor(async () =>
    expect(await decisionsOf(worker, [1, 2, 3])).toEqual(['reject', undefined, 'keep']),
  )
})

describe('a reason for a rejection', () => {
  beforeEach(async () => {
    await worker.collect()
    await worker.library.saveSetting('rejection-reasons', ['Off topic', 'Too old'])
  })

  it('takes one key, is shown on the card, and is never asked for', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('j2d')
    expect(card('Article 1')).toHaveTextContent('Rejected: Too old')
    expect(card('Article 2')).toHaveTextContent(/Rejected$/)
    expect(link('Article 3')).toHaveFocus()
    await user.keyboard('9')
    expect(card('Article 3')).not.toHaveTextContent('Rejected')
    await user.keyboard('zz')
    await waitFor(async () => expect(await decisionsOf(worker, [1, 2])).toEqual([undefined, undefined]))
  })

  it('is chosen from a menu that keeps the arrow keys', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jx')
    await user.click(bulk().getByRole('button', { name: /^Reject .*reason/ }))
    const menu = await screen.findByRole('menu')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(menu).toContainElement(document.activeElement as HTMLElement)
  })

  it('can be changed while reading', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('j1')
    await user.click(link('Article 1'))
    const reasons = within(await screen.findByRole('group', { name: 'Reason for rejecting' }))
    expect(reasons.getByRole('button', { name: /Off topic/ })).toHaveAttribute('aria-pressed', 'true')
    await user.click(reasons.getByRole('button', { name: /Too old/ }))
    await waitFor(async () => expect((await worker.library.annotations([1]))[0]?.[1]?.reason).toBe('Too old'))
    await user.click(reasons.getByRole('button', { name: /Too old/ }))
    await waitFor(async () =>
      expect((await worker.library.annotations([1]))[0]?.[1]).toMatchObject({ decision: 'reject' }),
    )
    expect((await worker.library.annotations([1]))[0]?.[1]).not.toHaveProperty('reason')
  })

  it('has a key only while it is one of the first nine', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('j1')
    await worker.library.saveSetting('rejection-reasons', ['Too old'])
    cleanup()
    await openArticles(worker, '/jobs/17/articles/1')
    const reason = await screen.findByRole('button', { name: 'Off topic', pressed: true })
    expect(reason).not.toHaveAttribute('aria-keyshortcuts')
    expect(screen.getByRole('button', { name: 'Too old' })).toHaveAttribute('aria-keyshortcuts', '1')
  })
})

it('resumes in a job where reading stopped', async () => {
  await worker.collect()
  await worker.library.annotate([{ ids: [4, 5], set: { decision: 'keep', read: true } }])
  const { user } = await openArticles(worker)
  expect(screen.getByText('2 of 12 decided')).toBeVisible()
  expect(link('Continue reading')).toHaveAttribute('href', '/jobs/17/articles/6')
  const { length } = window.history
  await user.click(link('Continue reading'))
  await screen.findByRole('heading', { name: 'Article 6' })
  await user.keyboard('{Escape}o')
  await screen.findByRole('heading', { name: 'Article 6' })
  expect(window.history, 'one entry for all articles that are opened').toHaveLength(length + 1)
})

it('counts a decision made in another tab while the decisions are being read', async () => {
  await worker.collect()
  await openArticles(worker)
  const read = worker.library.decisions.bind(worker.library)
  const [held, answer] = createGate()
  const reading = vi.spyOn(worker.library, 'decisions').mockImplementationOnce(async (key) => {
    const found = await read(key)
    await held
    return found
  })
  // So many that each tab reads them again.
  const others = Array.from({ length: 2_001 }, (_, index) => 1_000 + index)
  await act(() => worker.library.annotate([{ ids: others, set: { decision: 'reject' } }]))
  await act(() => worker.library.annotate([{ ids: [1], set: { decision: 'keep' } }]))
  expect(choice('Kept')).toHaveAccessibleName('Kept 1')
  await act(async () => answer())
  await waitFor(() => expect(reading).toHaveBeenCalledTimes(2))
  expect(choice('Kept')).toHaveAccessibleName('Kept 1')
})

it('does not take the second key of a sequence for a decision', async () => {
  await worker.collect()
  await openArticles(worker)
  // In one turn, since a slow machine may take longer for two than a sequence may.
  for (const key of 'jgvd') press({ key })
  await waitFor(async () => expect(await decisionsOf(worker, [1])).toEqual(['reject']))
  expect((await worker.library.steps()).map(({ kind }) => kind)).toEqual(['reject'])
})
