import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { json } from '../../../testing/stub-service.ts'
import { createFormDesk } from '../testing/form-desk.tsx'

it('is announced alone if fields show their errors, since the focus goes to the first of them', async () => {
  const desk = createFormDesk()
  const user = await desk.open()
  const detail = 'keywords must not be blank; category is not known'
  desk.worker.service.failNext(json({ title: 'Unprocessable', detail }, 422))
  await user.click(await desk.createButton())
  await waitFor(() => expect(screen.getByLabelText('Keywords')).toHaveFocus())
  expect(screen.getByLabelText('Keywords')).toHaveAccessibleDescription(/Keywords must not be blank/)
  expect(screen.getByLabelText('Category')).toHaveAccessibleDescription(/Category is not known/)
  expect(screen.getByRole('alert')).toHaveTextContent(/Change what is marked/)
})
