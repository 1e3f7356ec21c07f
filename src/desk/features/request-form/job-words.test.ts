import { describe, expect, it } from 'vitest'
import { aboutJob } from './job-words.ts'

describe('what a job was about', () => {
  it('is said of a damaged record, too, so that it takes no form down', () => {
    const damaged = { key: '9', jobId: 9, startedAt: 1, phase: 'ready', request: {} }
    expect(aboutJob(damaged as never)).toBe('damaged record')
  })
})
