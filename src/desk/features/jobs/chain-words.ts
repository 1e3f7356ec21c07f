import { oldestFirst, chainOf } from '../../library/jobs/chains.ts'
import type { JobKey, JobRecord } from '../../library/records.ts'
import { pluralize, figure } from '../../ui/number-words.ts'

/** The jobs of each chain of two or more, oldest first. */
export function chainsOf(jobs: readonly JobRecord[]): ReadonlyMap<JobKey, readonly JobRecord[]> {
  const chains = new Map<JobKey, JobRecord[]>()
  for (const job of jobs) {
    const chain = chains.get(chainOf(job)) ?? []
    chain.push(job)
    chains.set(chainOf(job), chain)
  }
  for (const [first, chain] of chains) {
    if (chain.length < 2) chains.delete(first)
    else chain.sort(oldestFirst)
  }
  return chains
}

/** "Part 3 of 4". */
export function placeInChain(job: JobRecord, chain: readonly JobRecord[]): string {
  const place = chain.findIndex(({ key }) => key === job.key) + 1
  return `Part ${figure(place)} of ${figure(chain.length)}`
}

/** What each job of a chain brought, and the sum: "10 + 8 + 6 + 0 = 24 articles", "10 + ? = 10 articles so far". */
export function sumOfChain(chain: readonly JobRecord[]): string {
  const counts = chain.map(({ phase, articleCount }) => (phase === 'ready' ? articleCount : undefined))
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const shown = counts.slice(-maxShown).map((count) => (count === undefined ? '?' : figure(count)))
  const earlier = counts.length > maxShown ? ['…'] : []
  const soFar = counts.includes(undefined) ? ' so far' : ''
  return `${[...earlier, ...shown].join(' + ')} = ${pluralize(total, 'article')}${soFar}`
}

const maxShown = 8

/** Whether the last job brought so little that another of its kind will hardly bring more. */
export function isRunningDry(chain: readonly JobRecord[]): boolean {
  const counts = chain.filter(({ phase }) => phase === 'ready').map(({ articleCount }) => articleCount)
  const [first] = counts
  const last = counts.at(-1)
  return counts.length > 1 && first !== undefined && last !== undefined && last * 4 <= first
}
