import { HttpProblem } from './problems.ts'

/** How many are held at a time, each in up to 20 MB, until its job is made; one thread parses them all. */
const mostPerAccount = 4
const mostOfAll = 16

/** Bounds the memory of long requests, however many come at once. */
export function createLongRequests() {
  /** The account of each that is held. */
  const held: number[] = []

  /** @param work calls `hold` when it knows its request to be long, which throws HttpProblem 503 if there are too many */
  return async function bound<T>(accountId: number, work: (hold: () => void) => Promise<T>): Promise<T> {
    let isHeld = false
    const hold = (): void => {
      if (isHeld) return
      const ofAccount = held.filter((id) => id === accountId).length
      if (held.length >= mostOfAll || ofAccount >= mostPerAccount) throw tooMany()
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
  new HttpProblem(503, 'Too many long requests are being read. Try again in a moment.', {
    // Closed, since the rest of the body won't be read.
    headers: { Connection: 'close', 'Retry-After': '5' },
  })
