import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SearchField } from './search-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

it('takes its direction from what is typed, as every field for text does', () => {
  for (const Field of [TextField, TextArea, SearchField])
    render(<Field label="Name" value="שלום!" onValueChange={() => {}} />)
  expect(screen.getAllByLabelText('Name').map((field) => field.dir)).toEqual(['auto', 'auto', 'auto'])
})
