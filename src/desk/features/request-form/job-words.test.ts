import { describe, expect, it } from 'vitest'
import { aboutJob } from './job-words.ts'

describe('the description of a job', () => {
  it('begins with the name that the editor gave it', () => {
    const job = {
      key: '9',
      name: 'Spring issue',
      startedAt: 1,
      category: '',
      request: { keywords: ['solar'] },
    }
    expect(aboutJob(job as never)).toMatch(/^Spring issue · solar · /)
  })

  it('covers a damaged record without failing', () => {
    const damaged = { key: '9', jobId: 9, startedAt: 1, phase: 'ready', request: {} }
    expect(aboutJob(damaged as never)).toBe('damaged record')
  })
})
