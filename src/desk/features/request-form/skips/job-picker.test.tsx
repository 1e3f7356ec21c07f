import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { JobRecord } from '../../../library/records.ts'
import { JobPicker } from './job-picker.tsx'

const job: JobRecord = {
  key: '17',
  jobId: 17,
  startedAt: 0,
  phase: 'ready',
  state: 'success',
  category: '',
} as JobRecord

it('tells a job from the one that had its number before the service was reset', async () => {
  const jobs = [job, { ...job, key: 'earlier 17', isOfEarlierService: true } as JobRecord]
  render(<JobPicker jobs={jobs} chosen={[]} onChange={() => {}} />)
  await userEvent.setup({ delay: null }).click(screen.getByText('Earlier jobs'))
  expect(screen.getByRole('checkbox', { name: 'Job 17' })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Job 17, before the service was reset' })).toBeVisible()
})

it('counts the chosen jobs that are still there: a preset may name a removed one', () => {
  render(<JobPicker jobs={[job]} chosen={['16', '17']} onChange={() => {}} />)
  expect(screen.getByText('Earlier jobs (1 chosen)')).toBeVisible()
})
