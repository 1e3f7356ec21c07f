import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../library/records.ts'
import { chainsOf, isRunningDry, placeInChain, sumOfChain } from './chain-words.ts'

const job = (key: string, articleCount: number | undefined, chain?: string) =>
  ({
    key,
    jobId: Number(key),
    chain,
    startedAt: Number(key),
    phase: articleCount === undefined ? 'watched' : 'ready',
    articleCount: articleCount ?? 0,
  }) as JobRecord

const chain = [job('1', 10), job('2', 8, '1'), job('3', 6, '1'), job('4', 0, '1')]

it('finds chains of two or more jobs in any order, the oldest job first', () => {
  const chains = chainsOf([job('9', 1), ...chain.toReversed(), job('7', 1, '6')])
  expect([...chains].map(([first, jobs]) => [first, jobs.map(({ key }) => key)])).toEqual([
    ['1', ['1', '2', '3', '4']],
  ])
})

it('keeps a chain whose first job was removed', () => {
  expect([...chainsOf(chain.slice(1)).values()].map((jobs) => jobs.length)).toEqual([3])
})

describe('the description of a chain', () => {
  it('says which part of the chain a job is', () => {
    expect(placeInChain(chain[2]!, chain)).toBe('Part 3 of 4')
  })

  it.each([
    [chain, '10 + 8 + 6 + 0 = 24 articles'],
    [[job('1', 1), job('2', undefined, '1')], '1 + ? = 1 article so far'],
    [
      Array.from({ length: 10 }, (_, index) => job(String(index), 100, '0')),
      '… + 100 + 100 + 100 + 100 + 100 + 100 + 100 + 100 = 1,000 articles',
    ],
  ])('adds up the articles of each job', (jobs, words) => {
    expect(sumOfChain(jobs)).toBe(words)
  })

  it.each([
    [[10, 8, 6, 0], true],
    [[10, 2], true],
    [[10, 3], false],
    [[0, 0], true],
    [[10], false],
    [[10, 1, undefined], true],
  ])('with the counts %j is running dry: %s', (counts, dry) => {
    expect(isRunningDry(counts.map((count, index) => job(String(index), count, '0')))).toBe(dry)
  })
})
