import { parseIds } from '../src/desk/files/parse-ids.ts'
import { type Figure, median } from './figures.ts'

const idCount = 1_000_000
const runs = 9

/** A paste of a million ids, compared with the shortest code that returns the same distinct numbers. */
export function pasteFigures(): Figure[] {
  const text = Array.from({ length: idCount }, (_, index) => 1_000_000 + ((index * 7919) % 8_999_993)).join(
    '\n',
  )
  const ours: number[] = []
  const baselines: number[] = []
  for (let run = 0; run < runs; run += 1) {
    baselines.push(timed(() => new Set(text.split('\n').map(Number)).size))
    ours.push(timed(() => parseIds(text).ids.numbers.length))
  }
  return [
    {
      name: 'parsing 1,000,000 pasted ids',
      value: median(ours),
      unit: 'ms',
      baseline: median(baselines),
      budget: 0.5,
    },
  ]
}

function timed(work: () => number): number {
  const startedAt = performance.now()
  const count = work()
  const elapsedMs = performance.now() - startedAt
  if (count !== idCount) throw new Error(`Expected ${idCount} ids, got ${count}`)
  return elapsedMs
}
