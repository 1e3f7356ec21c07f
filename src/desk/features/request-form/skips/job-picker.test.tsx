import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { blankRequest } from '../../../../contract/testing/blank-request.ts'
import type { JobRecord } from '../../../library/records.ts'
import { JobPicker } from './job-picker.tsx'

const job: JobRecord = {
  key: '17',
  jobId: 17,
  startedAt: 43_200_000,
  phase: 'ready',
  state: 'success',
  category: '',
  articleCount: 2,
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

it('says what tells jobs apart, as far as it is known', async () => {
  const asked = {
    ...job,
    name: 'Spring issue',
    request: { ...blankRequest, keywords: ['solar'], skipCount: 0 },
  }
  const damaged = { ...job, key: '9', jobId: 9, request: {} } as JobRecord
  render(
    <JobPicker jobs={[asked, damaged, { ...job, key: '8', jobId: 8 }]} chosen={[]} onChange={() => {}} />,
  )
  await userEvent.setup({ delay: null }).click(screen.getByText('Earlier jobs'))
  const about = (name: string) => screen.getByRole('checkbox', { name })
  expect(about('Job 17')).toHaveAccessibleDescription('2 articles · Spring issue – solar · 1 Jan 1970')
  expect(about('Job 9')).toHaveAccessibleDescription('2 articles · 1 Jan 1970')
  expect(about('Job 8')).toHaveAccessibleDescription('2 articles · 1 Jan 1970')
})

it('finds earlier jobs by their words, in any order and without accents', async () => {
  const others = Array.from({ length: 7 }, (_, at) => ({ ...job, key: `${at}`, jobId: at }))
  const asked = { ...job, name: 'Café', request: { ...blankRequest, keywords: ['solar'], skipCount: 0 } }
  render(<JobPicker jobs={[asked, ...others]} chosen={[]} onChange={() => {}} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByText('Earlier jobs'))
  await user.type(screen.getByLabelText('Search earlier jobs'), 'Solar cafe 1970')
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['Job 17'])
})
