import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordDownloads } from '../testing/record-downloads.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { stubArticles } from '../testing/stub-service.ts'
import { testWorkerApi, type TestWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

let worker: TestWorkerApi
let files: ReturnType<typeof recordDownloads>

// Its code loads on the first visit; here that must not count against the screen's speed.
beforeAll(() => import('../features/exports/export-dialog.tsx'))

beforeEach(() => {
  worker = testWorkerApi()
  files = recordDownloads()
})

const tools = () => within(screen.getByRole('toolbar', { name: 'Article actions' }))

const unsafeArticle = { id: 2 ** 53 + 2, title: 'Big', text: 'x' }

async function openExport(articles: readonly unknown[], select: readonly string[] = []) {
  await worker.collect(articles, { keywords: ['wind', 'sea'], category: 'Energy' })
  const { user } = renderDesk(worker, { at: '/jobs/17' })
  await screen.findByRole('article', { name: 'Article 1' })
  for (const title of select) await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
  await user.click(tools().getByRole('button', { name: /^Export/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
  return { user, dialog }
}

describe('an export of articles', () => {
  it('begins with the choice of articles, so that Enter exports and the arrow keys choose', async () => {
    const { user, dialog } = await openExport(stubArticles(3), ['Article 2'])
    expect(dialog.getByRole('radio', { name: 'Selected (1)' })).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(dialog.getByRole('radio', { name: 'This job (3)' })).toBeChecked()
    const { form } = dialog.getByRole<HTMLButtonElement>('button', { name: 'Export 3 articles' })
    form!.requestSubmit()
    expect(await screen.findByText(/^Exported 3 articles to /)).toBeVisible()
  })

  it('lists its contents before it is made, then saves the file and marks what was exported', async () => {
    const { user, dialog } = await openExport(stubArticles(3), ['Article 2'])
    expect(await dialog.findByText('The file will hold 1 article.')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Selected (1)' })).toBeChecked()
    expect(dialog.getByRole('checkbox', { name: 'Safe for spreadsheets' })).toBeChecked()
    await user.click(dialog.getByRole('button', { name: 'Export 1 article' }))
    expect(
      await screen.findByText(/^Exported 1 article to articles_job-17_selected_\d{4}-\d\d-\d\d\.csv$/),
    ).toBeVisible()
    const text = await files[0]!.file.text()
    const [head, row] = text.replace('\uFEFF', '').split('\r\n')
    expect(head).toBe(
      'id,title,text,word_count,category,job_id,keywords,decision,reason,labels,note,collected_at,exported_at,url,source,author,published_at',
    )
    expect(row).toMatch(/^2,"Article 2",".*",\d+,"Energy",17,"wind; sea",,,,,.*Z,.*Z,,,,$/s)
    expect(screen.queryByRole('dialog', { name: 'Export' })).not.toBeInTheDocument()
    await waitFor(async () =>
      expect((await worker.library.annotations([2]))[0]?.[1]?.exportedAt).toBeDefined(),
    )
    expect((await worker.library.annotations([1]))[0]?.[1]).toBeUndefined()
  })

  it('says how many articles are missing since another tab has removed their job', async () => {
    // In the library, since the job's own screen closes the dialog as soon as it hears of the removal.
    let at = 0
    worker = testWorkerApi({ now: () => (at += 1_000) })
    const another = { id: 1000, title: 'Of another job', text: 'Stays.' }
    await worker.collect(stubArticles(150))
    await worker.collect([another])
    const knownArticles = worker.library.knownArticles.bind(worker.library)
    vi.spyOn(worker.library, 'knownArticles').mockImplementation(async (...asked) => {
      const batches = await knownArticles(...asked)
      async function* untilRemoved() {
        for await (const batch of batches) {
          await worker.library.removeJob('17', Date.now())
          yield batch
        }
      }
      return untilRemoved()
    })
    const { user } = renderDesk(worker, { at: '/library' })
    await screen.findByRole('article', { name: 'Of another job' })
    await user.click(tools().getByRole('button', { name: /^Export/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
    await user.click(dialog.getByRole('button', { name: 'Export 151 articles' }))
    expect(
      await screen.findByText(
        /^Exported 100 articles to articles_library_[\d-]+\.csv\. 51 articles are no longer in the library$/,
      ),
    ).toBeVisible()
  })

  it('contains only kept articles if chosen, and says so in the file name', async () => {
    await worker.collect(stubArticles(3), { keywords: ['wind', 'sea'], category: 'Energy' })
    await worker.library.annotate([{ ids: [2, 3], set: { decision: 'keep' } }])
    const { user } = renderDesk(worker, { at: '/jobs/17?q=article+3' })
    await screen.findByText('1 of 3 matching')
    await user.click(tools().getByRole('button', { name: /^Export/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export' }))
    expect(dialog.getByRole('radio', { name: 'These 1: “article 3”' })).toBeChecked()
    await user.click(dialog.getByRole('radio', { name: 'Kept (2)' }))
    await user.click(dialog.getByRole('button', { name: 'Export 2 articles' }))
    await waitFor(() => expect(files[0]?.name).toMatch(/^articles_job-17_kept_\d{4}-\d\d-\d\d\.csv$/))
  })

  it('contains decisions and notes', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    await worker.library.annotate([{ ids: [3], set: { decision: 'keep', note: 'for Monday' } }])
    await user.click(dialog.getByRole('radio', { name: 'JSON' }))
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const rows = JSON.parse(await files[0]!.file.text()) as unknown[]
    expect(rows).toHaveLength(3)
    expect(rows[2]).toMatchObject({ id: 3, decision: 'keep', note: 'for Monday', keywords: ['wind', 'sea'] })
  })

  it('is a ZIP with one file per article if chosen', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    await user.click(dialog.getByRole('radio', { name: 'Word' }))
    await user.click(dialog.getByRole('radio', { name: 'ZIP, one file per article' }))
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    await waitFor(() => expect(files[0]?.name).toMatch(/^articles_job-17_\d{4}-\d\d-\d\d\.zip$/))
    expect(files[0]!.file.type).toBe('application/zip')
  })

  it('offers the format and packing that were chosen last', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    await user.click(dialog.getByRole('radio', { name: 'Word' }))
    await user.click(dialog.getByRole('radio', { name: 'ZIP, one file per article' }))
    await user.keyboard('{Escape}')
    await user.click(tools().getByRole('button', { name: /^Export/ }))
    const again = within(await screen.findByRole('dialog', { name: 'Export' }))
    await waitFor(() => expect(again.getByRole('radio', { name: 'Word' })).toBeChecked())
    expect(again.getByRole('radio', { name: 'ZIP, one file per article' })).toBeChecked()
    expect(again.getByRole('radio', { name: 'Articles' })).toBeChecked()
  })

  it('has the format that was chosen last, even if Enter comes before it is read', async () => {
    await worker.library.saveSetting('exports/articles', 'docx')
    const [held, read] = createGate()
    const setting = worker.library.setting.bind(worker.library)
    vi.spyOn(worker.library, 'setting').mockImplementation((name) =>
      name === 'exports/articles' ? held.then(() => setting(name)) : setting(name),
    )
    const { user, dialog } = await openExport(stubArticles(3))
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    read()
    await waitFor(() => expect(files[0]?.name).toMatch(/\.docx$/))
  })

  it('says which articles have no importable id', async () => {
    const { dialog } = await openExport([...stubArticles(3), unsafeArticle])
    expect(
      await dialog.findByText(
        "The file will hold 4 articles. 1 of them has an id that can't be sent back to the service, nor be imported again.",
      ),
    ).toBeVisible()
  })

  it('marks these as exported, too', async () => {
    const { user, dialog } = await openExport([...stubArticles(3), unsafeArticle])
    await user.click(dialog.getByRole('button', { name: 'Export 4 articles' }))
    expect(await screen.findByText(/^Exported 4 articles to/)).toBeVisible()
    const { facets } = await worker.library.view({})
    expect([facets.exported, facets.notExported]).toEqual([4, 0])
    expect((await worker.library.skipIds({ everything: true })).ids.strings).toEqual([])
  })

  it('explains what is safe and what to do if the library cannot be read, and can be retried', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    const read = vi.spyOn(worker.library, 'knownArticles').mockRejectedValue(new Error('disk'))
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The file could not be created' +
        'The articles could not be read from the library. Nothing is lost: try again, or close this and export fewer at a time.',
    )
    expect(files).toHaveLength(0)
    read.mockRestore()
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    expect(await screen.findByText(/^Exported 3 articles/)).toBeVisible()
  })

  it('can be stopped midway, and then saves nothing and marks nothing', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    let goOn = () => {}
    const knownArticles = worker.library.knownArticles.bind(worker.library)
    vi.spyOn(worker.library, 'knownArticles').mockImplementation(async (...asked) => {
      await new Promise<void>((resolve) => (goOn = resolve))
      return knownArticles(...asked)
    })
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    expect(dialog.getByText('0 of 3 articles written.')).toBeVisible()
    expect(dialog.getByRole('progressbar', { name: 'Articles written' })).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Word' })).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'Stop' }))
    expect(dialog.getByText('The file will hold 3 articles.')).toBeVisible()
    goOn()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(files).toHaveLength(0)
    expect((await worker.library.annotations([1]))[0]?.[1]).toBeUndefined()
  })

  it('says that it was stopped if another tab removes its job', async () => {
    const { user, dialog } = await openExport(stubArticles(3))
    vi.spyOn(worker.library, 'knownArticles').mockReturnValue(new Promise(() => {}))
    await user.click(dialog.getByRole('button', { name: 'Export 3 articles' }))
    await act(() => worker.library.removeJob('17', Date.now()))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull())
    expect(await screen.findByText('The export was stopped. No file was saved.')).toBeVisible()
    expect(files).toHaveLength(0)
  })
})

describe('an export of ids', () => {
  it('says how many there are, and leaves out those past 2^53', async () => {
    const { user, dialog } = await openExport([...stubArticles(3), unsafeArticle], ['Article 2'])
    await user.click(dialog.getByRole('radio', { name: 'Ids only' }))
    expect(await dialog.findByText('The file will hold 1 id.')).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'This job (4)' }))
    expect(
      await dialog.findByText(
        "The file will hold 3 ids. 1 id that can't be sent back to the service is left out.",
      ),
    ).toBeVisible()
    const safe = dialog.getByRole('checkbox', { name: 'Safe for spreadsheets' })
    expect(dialog.getAllByText(/apostrophe/)).toHaveLength(1)
    expect(safe).toBeDisabled()
    expect(safe).toBeChecked()
    await user.click(dialog.getByRole('radio', { name: 'Text' }))
    expect(safe).not.toBeChecked()
    await user.click(dialog.getByRole('button', { name: 'Export 3 ids' }))
    expect(await screen.findByText(/^Exported 3 ids to ids_job-17_\d{4}-\d\d-\d\d\.txt$/)).toBeVisible()
    expect(await files[0]!.file.text()).toBe('1\n2\n3\n')
  })
})
