import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { articleFormats } from '../files/article-file-type.ts'
import { IdsField } from './ids-field.tsx'

const ignore = (): void => {}

it('offers files in every format in which articles are exported', () => {
  const { container } = render(<IdsField text="" onTextChange={ignore} sources={[]} onAdd={ignore} />)
  const accepted = container.querySelector('input')?.accept.split(',')
  expect(accepted).toEqual(expect.arrayContaining(articleFormats.map((format) => `.${format}`)))
})

it('takes ids that are dropped beside the text, and lets the browser insert those dropped into it', () => {
  const onTextChange = vi.fn<(text: string) => void>()
  render(<IdsField text="11" onTextChange={onTextChange} sources={[]} onAdd={ignore} />)
  const dataTransfer = { getData: () => '12, 13', files: [], types: ['text/plain'] }
  const isLeftToBrowser = (element: Element) =>
    [fireEvent.dragOver, fireEvent.drop].map((fire) => fire(element, { dataTransfer }))
  expect(isLeftToBrowser(screen.getByText(/^Paste ids in any form/))).toEqual([false, false])
  expect(onTextChange.mock.calls).toEqual([['11\n12, 13']])
  expect(isLeftToBrowser(screen.getByLabelText('Article ids'))).toEqual([true, true])
  expect(onTextChange).toHaveBeenCalledOnce()
})
