import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk, card, link, openArticles, shownTitles } from '../testing/job-articles.ts'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi

beforeEach(() => {
  worker = testWorkerApi()
})

describe('labels', () => {
  beforeEach(() => worker.collect())

  it('are added by key, shown on the card, and undone together if they were typed together', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    const field = await screen.findByRole('textbox', { name: 'Label' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard('Energy, wind{Enter}')
    expect(await screen.findByRole('checkbox', { name: 'wind' })).toBeChecked()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(card('Article 1')).toHaveTextContent('Labels: Energy, wind')
    await waitFor(() => expect(link('Article 1')).toHaveFocus())
    expect(await screen.findByText('Labelled 1 article “Energy, wind”')).toBeVisible()
    await user.keyboard('z')
    await waitFor(() => expect(card('Article 1')).not.toHaveTextContent('Labels:'))
    expect(await worker.library.annotations([1])).toEqual([[1, undefined]])
  })

  it('can still be chosen after Escape has closed a message about them', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Label' })).toHaveFocus())
    await user.keyboard('Energy{Enter}')
    const message = await screen.findByRole('status', { name: 'Labelled 1 article “Energy”' })
    act(() => within(message).getByRole('button', { name: 'Undo' }).focus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(message).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Labels' })).toBeVisible()
  })

  it('are all shown in the library on request, and the focus goes on to the first of the others', async () => {
    const labels = Array.from({ length: 60 }, (_, index) => `label ${index + 1}`)
    await worker.library.annotate([{ ids: [2], set: { addLabels: labels } }])
    const { user } = renderDesk(worker, { at: '/library' })
    await user.click(await screen.findByRole('button', { name: 'Show all 60' }))
    const options = within(screen.getByRole('group', { name: 'Labels' })).getAllByRole('button')
    expect(options).toHaveLength(60)
    expect(options[8]).toHaveFocus()
    // Long ones are cut.
    expect(within(options[8]!).getByTitle('label 9')).toBeVisible()
  })

  it('are added to the whole selection, in the existing spelling', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jxjx')
    await user.click(bulk().getByRole('button', { name: 'Label 2 articles' }))
    const box = await screen.findByRole('checkbox', { name: 'Energy' })
    expect(box).toBePartiallyChecked()
    await user.type(screen.getByRole('textbox', { name: 'Label' }), 'energy{Enter}')
    await waitFor(() => expect(box).toBeChecked())
    expect(await worker.library.labels()).toEqual([{ value: 'Energy', count: 2 }])
    await user.click(box)
    await waitFor(async () => expect(await worker.library.labels()).toEqual([]))
  })

  it('in use are found without their accents and their case', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Café', 'İstanbul', 'Wind'] } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    await screen.findByRole('checkbox', { name: 'Wind' })
    await user.keyboard('istanbul')
    expect(screen.getByRole('checkbox', { name: 'İstanbul' })).toBeVisible()
    await user.clear(screen.getByRole('textbox', { name: 'Label' }))
    await user.keyboard('CAFE')
    expect(screen.getByRole('checkbox', { name: 'Café' })).toBeVisible()
    expect(screen.queryByRole('checkbox', { name: 'Wind' })).toBeNull()
  })

  it('are removed again by a second click, however quick', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    const box = await screen.findByRole('checkbox', { name: 'Energy' })
    vi.spyOn(worker.library, 'labels').mockReturnValue(new Promise(() => {}))
    await user.click(box)
    expect(box).toBeChecked()
    await user.click(box)
    expect(box).not.toBeChecked()
    expect(await screen.findByText('Removed the label “Energy” from 1 article')).toBeVisible()
    expect(await worker.library.annotations([1])).toEqual([[1, undefined]])
  })

  it('are shown as they were if the device refuses them', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    const box = await screen.findByRole('checkbox', { name: 'Energy' })
    vi.spyOn(worker.library, 'annotate').mockRejectedValue(new Error('no space'))
    await user.click(box)
    expect(await screen.findByText(/^Nothing was changed/)).toBeVisible()
    await waitFor(() => expect(box).not.toBeChecked())
  })

  it('leave the focus beside them when one is removed in the reader', async () => {
    await worker.library.annotate([{ ids: [1], set: { addLabels: ['Energy', 'wind'] } }])
    const { user } = renderDesk(worker, { at: '/jobs/17/articles/1' })
    await user.click(await screen.findByRole('button', { name: 'Remove label Energy' }))
    expect(screen.queryByRole('button', { name: 'Remove label Energy' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Edit labels' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Remove label wind' }))
    expect(screen.getByRole('button', { name: 'Add label' })).toHaveFocus()
  })

  it('take the existing spelling even if it is read only later', async () => {
    const device = createMemoryLibrary()
    const [held, release] = createGate()
    const labels: typeof device.labels = () => held.then(() => device.labels())
    worker = testWorkerApi({ library: { ...device, labels } })
    await worker.collect()
    await device.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }])
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: 'Label' })).toHaveFocus())
    await user.keyboard('energy{Enter}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    release()
    await waitFor(async () => expect(await device.labels()).toEqual([{ value: 'Energy', count: 2 }]))
  })

  it('are refused with a reason if one is too long, and stay in the field to be shortened', async () => {
    const { user } = await openArticles(worker)
    await user.keyboard('jl')
    const field = await screen.findByRole('textbox', { name: 'Label' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.paste(`wind, ${'x'.repeat(61)}`)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(/at most 60 characters/)
    expect(field).toBeInvalid()
    expect(await worker.library.labels()).toEqual([])
    await user.keyboard('{Backspace}')
    expect(field).toBeValid()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('checkbox', { name: 'x'.repeat(60) })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'wind' })).toBeChecked()
  })

  it('filter the list, and are in its address', async () => {
    await worker.library.annotate([{ ids: [2, 5], set: { addLabels: ['Energy'] } }])
    const { user, address } = await openArticles(worker)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Label' }), 'Energy (2)')
    expect(shownTitles()).toEqual(['Article 2', 'Article 5'])
    expect(address()).toBe('/jobs/17?label=Energy')
  })

  it('leave the focus among the filters when the last of them is no longer one', async () => {
    await worker.library.annotate([{ ids: [2], set: { addLabels: ['Energy'] } }])
    const { user } = await openArticles(worker)
    const filter = await screen.findByRole('combobox', { name: 'Label' })
    await user.selectOptions(filter, 'Energy')
    await worker.library.annotate([{ ids: [2], set: { removeLabels: ['Energy'] } }])
    await screen.findByRole('option', { name: 'Energy (0)' })
    await user.selectOptions(filter, '')
    await waitFor(() => expect(filter).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('radio', { name: /^All / })).toHaveFocus())
  })
})
