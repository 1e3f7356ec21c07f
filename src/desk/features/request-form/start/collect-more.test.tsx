import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { packIds } from '../../../../contract/ids.ts'
import { stubArticles } from '../../../testing/stub-service.ts'
import { createFormDesk, type FormDesk } from '../testing/form-desk.tsx'

let desk: FormDesk

beforeEach(() => {
  desk = createFormDesk()
})

describe('a form made from a job', () => {
  it('collects more: the same request, skipping the whole library and the ids of its own list', async () => {
    const first = await desk.worker.collect(stubArticles(3), {
      keywords: ['bread'],
      idsToSkip: packIds([900]),
    })
    await desk.worker.collect(
      stubArticles(2, 101),
      { keywords: ['bread'], idsToSkip: packIds([1, 2, 3, 900]) },
      first,
    )
    const user = await desk.open('/jobs/new?from=18')
    expect(await screen.findByText(/^Collecting more from job 18/)).toHaveTextContent(
      'Collecting more from job 18, part 2 of 2: 5 articles so far',
    )
    expect(
      await screen.findByText('6 ids will be skipped: 5 you already have, 1 from “Article ids”'),
    ).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 19')
    expect(desk.lastSkipped()).toEqual(new Set([1, 2, 3, 101, 102, 900]))
    expect(await desk.worker.library.job('19')).toMatchObject({
      madeFrom: '18',
      chain: first,
      skipScope: { everything: true },
    })
  })

  it('says that the request of a job that was opened by its number is not known', async () => {
    await desk.worker.library.openByNumber(17, 1)
    await desk.open('/jobs/new?from=17')
    expect(await screen.findByText(/^Collecting more from job 17/)).toHaveTextContent(
      /no articles so far\. What it asked for is not known on this device: fill it in\.$/,
    )
  })

  it('does not skip again what was un-skipped since, even if its own list contained it', async () => {
    await desk.worker.collect(stubArticles(3), { idsToSkip: packIds([900]) })
    await desk.worker.collect(stubArticles(2, 101), { idsToSkip: packIds([1, 2, 3]) }, '17')
    await desk.worker.library.changeLedger({ list: 'released', add: packIds([2]) })
    const user = await desk.open('/jobs/new?from=18')
    expect(await screen.findByText('1 id no longer skipped may come again.')).toBeVisible()
    expect(screen.getByText(/^\d+ ids \(1 more no longer skipped\), updated automatically$/)).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 19')
    expect(desk.lastSkipped()).toEqual(new Set([1, 3, 101, 102]))
  })

  it('can skip its chain or its category instead', async () => {
    await desk.worker.collect(stubArticles(3), { category: 'Food' })
    await desk.worker.collect(stubArticles(2, 101), { category: 'Sport' }, '17')
    const user = await desk.open('/jobs/new?from=18')
    await user.click(await screen.findByRole('checkbox', { name: 'Articles you already have' }))
    await user.click(screen.getByRole('checkbox', { name: 'Category Sport' }))
    expect(await screen.findByText('2 ids will be skipped')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'This chain' }))
    expect(
      await screen.findByText('5 ids will be skipped: 5 from this chain, 2 from category Sport, 2 in both'),
    ).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 19')
    expect(desk.lastSkipped()).toEqual(new Set([1, 2, 3, 101, 102]))
  })

  it('says which part of its chain that job is, even if it is not the latest', async () => {
    const first = await desk.worker.collect(stubArticles(3))
    await desk.worker.collect(stubArticles(2, 101), {}, first)
    await desk.worker.collect([], {}, first)
    await desk.open(`/jobs/new?from=${first}`)
    expect(await screen.findByText(/^Collecting more from job 17/)).toHaveTextContent(
      'Collecting more from job 17, part 1 of 3: 5 articles so far',
    )
  })

  it('can skip its chain even if that job itself brought nothing', async () => {
    const first = await desk.worker.collect(stubArticles(3))
    await desk.worker.collect([], {}, first)
    const user = await desk.open('/jobs/new?from=18')
    await user.click(await screen.findByRole('checkbox', { name: 'Articles you already have' }))
    const chain = screen.getByRole('checkbox', { name: 'This chain' })
    expect(chain).toHaveAccessibleDescription('Articles from 2 jobs')
    await user.click(chain)
    expect(await screen.findByText('3 ids will be skipped')).toBeVisible()
  })

  it('creates again: the same request, and no more', async () => {
    const key = await desk.worker.collect(stubArticles(3), { keywords: ['bread'], idsToSkip: packIds([900]) })
    const user = await desk.open(`/jobs/new?again=${key}`)
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 18')
    const [once, again] = desk.created()
    expect(again?.body).toEqual(once?.body)
  })

  it('can restore the unfinished request it replaced', async () => {
    const key = await desk.worker.collect(stubArticles(1), { category: 'Food' })
    const before = await desk.open()
    await before.type(screen.getByLabelText('Category'), 'Sport')
    const user = await desk.open(`/jobs/new?again=${key}`)
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    await user.click(await screen.findByRole('button', { name: 'Restore it' }))
    expect(await screen.findByLabelText('Category')).toHaveValue('Sport')
  })

  it('is not called an unfinished request if it was not edited, even after a reload', async () => {
    const food = await desk.worker.collect(stubArticles(1), { category: 'Food' })
    const sport = await desk.worker.collect(stubArticles(1), { category: 'Sport' })
    await desk.open(`/jobs/new?from=${food}`)
    await waitFor(async () => expect(await desk.worker.library.draft()).toBeDefined())
    await desk.open()
    expect(screen.getByLabelText('Category')).toHaveValue('Food')
    await desk.open(`/jobs/new?from=${sport}`)
    expect(screen.getByLabelText('Category')).toHaveValue('Sport')
    expect(screen.queryByText('Your unfinished request was replaced')).toBeNull()
  })
})

describe('named lists', () => {
  it('are skipped entirely, and the next request of this kind uses their ids at that time', async () => {
    const { id } = await desk.worker.library.saveList({ name: 'Solar 2025', ids: packIds([1, 500]) })
    await desk.worker.collect(stubArticles(2))
    const user = await desk.open()
    await user.click(await screen.findByRole('checkbox', { name: 'Solar 2025' }))
    expect(
      await screen.findByText('3 ids will be skipped: 2 you already have, 2 from Solar 2025, 1 in both'),
    ).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 18')
    await desk.worker.library.saveList({ id, name: 'Solar 2026', ids: packIds([600]) })
    await desk.open('/jobs/new?from=18')
    expect(await screen.findByRole('checkbox', { name: 'Solar 2026' })).toBeChecked()
    expect(
      await screen.findByText(/^4 ids will be skipped: 2 you already have, 1 from Solar 2026/),
    ).toBeVisible()
  })

  it('stay chosen in the draft', async () => {
    await desk.worker.library.saveList({ name: 'Solar 2025', ids: packIds([1]) })
    const user = await desk.open()
    await user.click(await screen.findByRole('checkbox', { name: 'Solar 2025' }))
    await desk.open()
    expect(await screen.findByRole('checkbox', { name: 'Solar 2025' })).toBeChecked()
  })
})
