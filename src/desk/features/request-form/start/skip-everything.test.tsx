import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { json, stubArticles } from '../../../testing/stub-service.ts'
import { createFormDesk, type FormDesk } from '../testing/form-desk.tsx'

let desk: FormDesk

beforeEach(() => {
  desk = createFormDesk()
})

describe('"Articles you already have"', () => {
  const choice = () => screen.findByRole('checkbox', { name: 'Articles you already have' })

  async function createWithoutIt() {
    const user = await desk.open()
    await user.click(await choice())
    await user.click(await desk.createButton())
    await screen.findByText(/^the page of job/)
  }

  it('is chosen at first, then starts as in the job that was last made, in a form that is blank all the same', async () => {
    await desk.open()
    expect(await choice()).toBeChecked()
    await createWithoutIt()
    const user = await desk.open()
    expect(await choice()).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'Clear form' })).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('Category'), 'Food')
    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    expect(await choice()).not.toBeChecked()

    const again = await desk.open()
    expect(await desk.worker.library.draft()).toBeUndefined()
    await again.click(await choice())
    await again.click(await desk.createButton())
    await screen.findByText('the page of job 18')
    await desk.open()
    expect(await choice()).toBeChecked()
  })

  it('stays as it was left in a draft, and as it was in a request that is made again', async () => {
    const key = await desk.worker.collect(stubArticles(3))
    const user = await desk.open()
    await user.click(await choice())
    await desk.open()
    expect(await choice()).not.toBeChecked()
    expect(screen.getByRole('button', { name: 'Clear form' })).toBeVisible()
    await desk.open(`/jobs/new?again=${key}`)
    expect(await choice()).not.toBeChecked()
  })

  it('is not remembered from a request that was refused', async () => {
    const user = await desk.open()
    await user.click(await choice())
    desk.worker.service.failNext(json({ title: 'No' }, 422))
    await user.click(await desk.createButton())
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    await desk.open()
    expect(await choice()).toBeChecked()
  })

  it('is not remembered from a preset that was run at once', async () => {
    await desk.worker.library.saveNamed({ kind: 'preset', name: 'Weekly', value: { skipEverything: false } })
    const user = await desk.open()
    await user.click(screen.getByRole('button', { name: 'Presets' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run “Weekly” now' }))
    await screen.findByText('the page of job 17')
    expect((await desk.worker.library.job('17'))?.skipScope?.everything).toBeUndefined()
    await desk.open()
    expect(await choice()).toBeChecked()
  })
})
