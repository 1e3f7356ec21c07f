import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { packIds } from '../../contract/ids.ts'
import { bulk } from '../testing/job-articles.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { useIsFileUnderWay } from './use-file-work.ts'

const FileWork = () => (useIsFileUnderWay() ? 'A file is under way' : null)

const openDesk = (worker: TestWorkerApi, at: string) => renderDesk(worker, { at, beside: <FileWork /> }).user

/** What an accepted update of the desk waits for, since its reload would end the work. */
async function expectFileWork(finish: () => void): Promise<void> {
  expect(await screen.findByText('A file is under way')).toBeVisible()
  finish()
  await waitFor(() => expect(screen.queryByText('A file is under way')).toBeNull())
}

it('includes the export of ids', async () => {
  const worker = testWorkerApi()
  await worker.library.saveList({ name: 'Solar', ids: packIds([1]) })
  const make = worker.makeIdFile.bind(worker)
  let finish = (): void => {}
  vi.spyOn(worker, 'makeIdFile').mockImplementation(async (...given) => {
    await new Promise<void>((resolve) => (finish = resolve))
    return make(...given)
  })
  const user = openDesk(worker, '/skip-lists')
  await user.click(await screen.findByRole('button', { name: 'Solar' }))
  await user.click(await screen.findByRole('button', { name: 'Export Solar' }))
  await user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
  await expectFileWork(() => finish())
  expect(await screen.findByText(/^Exported 1 id to /)).toBeVisible()
})

it('includes copying as Markdown', async () => {
  const worker = testWorkerApi()
  await worker.collect()
  const make = worker.makeArticleFile.bind(worker)
  let finish = (): void => {}
  vi.spyOn(worker, 'makeArticleFile').mockImplementation(async (...given) => {
    await new Promise<void>((resolve) => (finish = resolve))
    return make(...given)
  })
  const user = openDesk(worker, '/jobs/17')
  await screen.findByRole('article', { name: 'Article 1' })
  await user.keyboard('jx')
  await user.click(await bulk().findByRole('button', { name: 'Copy 1 article as Markdown' }))
  await expectFileWork(() => finish())
  expect(await screen.findByText('Copied 1 article as Markdown')).toBeVisible()
})
