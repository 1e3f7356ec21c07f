import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { strToU8, zipSync } from 'fflate'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ArticleIdsField } from './article-ids-field.tsx'
import type { ArticleIds } from './typed-ids.ts'
import { articleFormats } from '../files/article-file-type.ts'
import { parseIds } from '../files/parse-ids.ts'
import { WorkerProvider } from './worker-context.tsx'
import { createFormDesk, type FormDesk } from '../features/request-form/testing/form-desk.tsx'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { createGate } from '../../testing/create-gate.ts'

const user = userEvent.setup({ delay: null, applyAccept: false })

describe('a list too long for a text field', () => {
  it('becomes a removable list of its own', async () => {
    render(<Field />)
    paste(Array.from({ length: 100_000 }, (_, id) => id).join('\n'))
    const list = within(await screen.findByRole('list', { name: 'Lists of ids' }))
    expect(list.getByRole('listitem')).toHaveTextContent('Pasted list100,000 ids')
    expect(screen.getByLabelText('Article ids')).toHaveValue('')
    expect(list.queryByRole('button', { name: /^Edit/ })).toBeNull()

    await user.click(list.getByRole('button', { name: 'Remove Pasted list' }))
    expect(screen.queryByRole('list')).toBeNull()
    expect(screen.getByLabelText('Article ids')).toHaveFocus()
  })

  it('reports how many entries are not ids, and where', async () => {
    render(<Field />)
    paste(`${'1\n'.repeat(5000)}x\n${'no '.repeat(60)}`)
    expect(await screen.findByRole('listitem')).toHaveTextContent(
      '1 id, 4,999 repeated, 61 not ids: line 5,001 “x”, line 5,002 “no”, line 5,002 “no”, and 58 more',
    )
  })
})

describe('cells copied from a spreadsheet', () => {
  it('are pasted as text, without the picture beside them', async () => {
    render(<Field />)
    const picture = new File(['PNG'], 'image.png', { type: 'image/png' })
    expect(paste('1\n2', [picture]).defaultPrevented).toBe(false)
    paste('1\n'.repeat(5000), [picture])
    expect(await screen.findByRole('listitem')).toHaveTextContent('Pasted list1 id')
    expect(screen.queryByText(/image\.png/)).toBeNull()
  })
})

it('takes ids that are dropped beside the text, and lets the browser insert those dropped into it', async () => {
  render(<Field />)
  await user.type(screen.getByLabelText('Article ids'), '11')
  const dataTransfer = { getData: () => '12, 13', files: [], types: ['text/plain'] }
  const isLeftToBrowser = (element: Element) =>
    [fireEvent.dragOver, fireEvent.drop].map((fire) => fire(element, { dataTransfer }))
  expect(isLeftToBrowser(screen.getByText(/^Paste ids in any form/))).toEqual([false, false])
  expect(screen.getByLabelText('Article ids')).toHaveValue('11\n12, 13')
  expect(isLeftToBrowser(screen.getByLabelText('Article ids'))).toEqual([true, true])
  expect(screen.getByLabelText('Article ids')).toHaveValue('11\n12, 13')
})

describe('a file', () => {
  it('may be of any format in which articles are exported', () => {
    const { container } = render(<Field />)
    const accepted = container.querySelector('input')?.accept.split(',')
    expect(accepted).toEqual(expect.arrayContaining(articleFormats.map((format) => `.${format}`)))
  })

  it('becomes a list when it is pasted, not its name as text', async () => {
    render(<Field />)
    paste('skip.csv', [new File(['id\r\n7\r\n'], 'skip.csv', { type: 'text/csv' })])
    expect(await screen.findByText('1 id')).toBeVisible()
    expect(screen.getByLabelText('Article ids')).toHaveValue('')
  })

  it('is named if it could not be read, and so is every other one added with it', async () => {
    render(<Field />)
    paste('', [new File(['a\0b'], 'one.bin'), new File(['7'], 'ids.txt'), new File(['c\0d'], 'two.bin')])
    expect(await screen.findByText('ids.txt')).toBeVisible()
    for (const name of ['one.bin', 'two.bin'])
      await waitFor(() =>
        expect(screen.getByLabelText('Article ids')).toHaveAccessibleDescription(
          expect.stringContaining(`${name} is not text. Save it as CSV, then add it again.`),
        ),
      )
  })

  it('becomes a list under its name when it is chosen', async () => {
    render(<Field />)
    await choose(new File(['\uFEFFid,title\r\n7,"a, 8"\r\n9,b\r\n'], 'skip.csv'))
    expect(await screen.findByText('skip.csv')).toBeVisible()
    expect(screen.getByText('2 ids')).toBeVisible()
  })

  it('becomes a list when it is dropped, editable as text while it is short', async () => {
    render(<Field />)
    await user.type(screen.getByLabelText('Article ids'), '1')
    const drop = createEvent.drop(screen.getByLabelText('Article ids'))
    Object.defineProperty(drop, 'dataTransfer', { value: transferOf('', [new File(['[3, "a"]'], 'b.json')]) })
    fireEvent(screen.getByLabelText('Article ids'), drop)
    expect(drop.defaultPrevented).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Edit b.json as text' }))
    expect(screen.getByLabelText('Article ids')).toHaveValue('1\n[3,"a"]')
    expect(screen.queryByText('b.json')).toBeNull()
  })

  it.each(['dragOver', 'drop'] as const)(
    'beside the field is refused on %s, since a browser would open it',
    (kind) => {
      render(<Field />)
      const dragged = (types: string[]) => {
        const event = createEvent[kind](document.body)
        Object.defineProperty(event, 'dataTransfer', { value: { types, dropEffect: 'copy' } })
        fireEvent(document.body, event)
        return event as DragEvent
      }
      expect(dragged(['text/plain']).defaultPrevented).toBe(false)
      const refused = dragged(['Files'])
      expect(refused.defaultPrevented).toBe(true)
      expect(refused.dataTransfer?.dropEffect).toBe('none')
    },
  )

  it('saved by a spreadsheet as UTF-16 is read', async () => {
    const text = '\uFEFFid\tname\r\n5\tå\r\n'
    const bytes = new Uint8Array(text.length * 2)
    Array.from(text, (character, at) =>
      bytes.set([character.charCodeAt(0) & 255, character.charCodeAt(0) >> 8], at * 2),
    )
    render(<Field />)
    await choose(new File([bytes], 'unicode.txt'))
    expect(await screen.findByText('1 id')).toBeVisible()
  })

  it('that is not text is rejected, with advice', async () => {
    render(<Field />)
    const workbook = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })
    await choose(new File([workbook], 'ids.xlsx'))
    const problem = 'ids.xlsx is not text. Save it as CSV, then add it again.'
    expect(await screen.findByRole('alert')).toHaveTextContent(problem)
  })
})

describe('a request', () => {
  let desk: FormDesk

  beforeEach(() => {
    desk = createFormDesk()
  })

  it('waits for a list that is still being read', async () => {
    const user = await desk.open()
    const [disk, arrive] = createGate()
    const file = new File(['7 8'], 'late.txt')
    file.arrayBuffer = () => disk.then(() => new TextEncoder().encode('7 8').buffer)
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
    expect(await screen.findByText('Reading late.txt')).toBeVisible()
    await user.click(await desk.createButton())
    expect(desk.created()).toEqual([])
    arrive()
    expect(await screen.findByText('2 ids will be skipped')).toBeVisible()
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 17')
    expect(desk.lastSkipped()).toEqual(new Set([7, 8]))
  })

  it('that was cleared does not wait for a list still being read, nor does it get it', async () => {
    const user = await desk.open()
    const read = vi.spyOn(desk.worker, 'readIds')
    let arrive = () => {}
    const file = new File(['7 8'], 'late.txt')
    file.arrayBuffer = () =>
      new Promise((resolve) => (arrive = () => resolve(new TextEncoder().encode('7 8').buffer)))
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
    await user.type(screen.getByLabelText('Category'), 'Food')
    expect(screen.getByText('Reading late.txt')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear form' }))
    expect(screen.queryByText('Reading late.txt')).toBeNull()
    arrive()
    await act(async () => void (await read.mock.results[0]?.value))
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 17')
    expect(desk.lastSkipped()).toEqual(new Set())
  })

  it('skips no ids given before the service was reset: they name other articles now', async () => {
    const { library } = desk.worker
    await library.noticeService('one')
    const user = await desk.open()
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['7 8'], 'ids.txt'),
    )
    await user.type(screen.getByLabelText('Article ids'), '9')
    expect(await screen.findByText('3 ids will be skipped')).toBeVisible()
    await act(() => library.noticeService('two'))
    expect(screen.getByLabelText('Article ids')).toHaveValue('')
    await user.click(await desk.createButton())
    await screen.findByText('the page of job 17')
    expect(desk.lastSkipped()).toEqual(new Set())
  })
})

function Field() {
  const [ids, setIds] = useState<ArticleIds>({ idText: '', idLists: [] })
  const [worker] = useState(() => testWorkerApi())
  const [reading, setReading] = useState<readonly string[]>([])
  return (
    <WorkerProvider worker={worker}>
      <ArticleIdsField
        {...ids}
        typed={parseIds(ids.idText)}
        reading={reading}
        onReading={setReading}
        onChange={setIds}
      />
    </WorkerProvider>
  )
}

function paste(text: string, files: File[] = []): Event {
  const field = screen.getByLabelText('Article ids')
  const event = createEvent.paste(field, { clipboardData: transferOf(text, files) })
  fireEvent(field, event)
  return event
}

const transferOf = (text: string, files: File[]) => ({ files, getData: () => text })

async function choose(file: File) {
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('there is no way to choose a file')
  await user.upload(chooser, file)
}
