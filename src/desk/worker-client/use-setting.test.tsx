import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DeskProviders } from '../testing/desk-providers.tsx'
import { testWorkerApi } from '../testing/test-worker-api.ts'
import { useSetting } from './use-setting.ts'

it('shows what was chosen while the old value was still being read', async () => {
  const worker = testWorkerApi()
  let answer!: (value: unknown) => void
  const read = vi.spyOn(worker.library, 'setting')
  read.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const { result } = renderHook(() => useSetting('exports/articles'), {
    wrapper: ({ children }) => <DeskProviders worker={worker}>{children}</DeskProviders>,
  })
  await waitFor(() => expect(read).toHaveBeenCalled())
  act(() => result.current[1]('docx'))
  await act(async () => answer('csv'))
  await waitFor(() => expect(result.current[0]).toBe('docx'))
})
