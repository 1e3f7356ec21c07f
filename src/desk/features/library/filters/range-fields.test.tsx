import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { RangeFields } from './range-fields.tsx'

it('keeps a number although the filters are closed right after its last digit', async () => {
  const onChange = vi.fn<(ends: { from: string; to: string }) => void>()
  const { unmount } = render(<RangeFields legend="Words" type="number" from="" to="" onChange={onChange} />)
  await userEvent.setup().type(screen.getByLabelText('Words, from'), '300')
  unmount()
  expect(onChange.mock.lastCall).toEqual([{ from: '300', to: '' }])
})

it('announces that a range is reversed, since the focus stays in its field', async () => {
  render(<RangeFields legend="Words" type="number" from="300" to="" onChange={() => {}} />)
  await userEvent.setup().type(screen.getByLabelText('Words, to'), '200')
  expect(screen.getByRole('alert')).toHaveTextContent('Less than 300')
})

it('asks for a whole number instead of ignoring another one, and leaves the filter as it was', async () => {
  const onChange = vi.fn<(ends: { from: string; to: string }) => void>()
  const { unmount } = render(
    <RangeFields legend="Words" type="number" from="" to="900" onChange={onChange} />,
  )
  const from = screen.getByLabelText('Words, from')
  await userEvent.setup().type(from, '1.000')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number')
  expect(from).toBeInvalid()
  unmount()
  expect(onChange).not.toHaveBeenCalled()
})
