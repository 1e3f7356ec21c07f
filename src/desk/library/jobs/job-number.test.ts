import { describe, expect, it } from 'vitest'
import { readJobNumber } from './job-number.ts'

describe('a job number', () => {
  it.each([
    ['17', 17],
    [' 17\n', 17],
    ['#17', 17],
    ['Job 17', 17],
    ['0017', 17],
    ['＃１７', 17],
    ['١٧', 17],
    ['https://desk.example/jobs/17', 17],
    ['https://desk.example/jobs/17-2', undefined],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', undefined],
    ['99999999999999999999', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['seventeen', undefined],
    ['sent-0a1b', undefined],
    ['', undefined],
  ])('%j is %s', (text, number) => {
    expect(readJobNumber(text)).toBe(number)
  })
})
