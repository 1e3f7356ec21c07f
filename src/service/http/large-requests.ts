import { HttpProblem } from './problems.ts'

/** How many large requests are held at once, each up to 20 MB until its job is made; one thread parses them all. */
const maxPerAccount = 4
const maxInTotal = 16

/** Limits the memory that large requests take, however many arrive at once. */
export function createLargeRequestLimit() {
  /** The account of each request held. */
  const held: number[] = []

  /** @param work calls `hold` once its request is known to be large; `hold` throws HttpProblem 503 if there are too many */
  return async function limit<T>(accountId: number, work: (hold: () => void) => Promise<T>): Promise<T> {
    let isHeld = false
    const hold = (): void => {
      if (isHeld) return
      const ofAccount = held.filter((id) => id === accountId).length
      if (held.length >= maxInTotal || ofAccount >= maxPerAccount) throw tooMany()
      held.push(accountId)
      isHeld = true
    }
    try {
      return await work(hold)
    } finally {
      if (isHeld) held.splice(held.indexOf(accountId), 1)
    }
  }
}

const tooMany = (): HttpProblem =>
  new HttpProblem(503, 'Too many large requests are being read. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
