import { describe, expect, it } from 'vitest'
import { aboutJob } from './job-words.ts'

describe('the description of a job', () => {
  it('covers a damaged record without failing', () => {
    const damaged = { key: '9', jobId: 9, startedAt: 1, phase: 'ready', request: {} }
    expect(aboutJob(damaged as never)).toBe('damaged record')
  })
})
