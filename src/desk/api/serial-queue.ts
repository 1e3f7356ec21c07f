/** The longest that one request holds up the next. */
const longestWaitMs = 2_000

/**
 * Lets requests leave one after the other, each once it is known what the service says to the one before. Of many jobs
 * that are due at the same moment, a refused key is then tried with one: a wrong key repeated locks accounts.
 */
export function createSerialQueue(): <T>(send: () => Promise<T>) => Promise<T> {
  let last: Promise<void> = Promise.resolve()
  return (send) => {
    const sent = last.then(send)
    last = last.then(() => settledOrLate(sent))
    return sent
  }
}

function settledOrLate(sent: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWaitMs)
    const settle = () => {
      clearTimeout(timer)
      resolve()
    }
    sent.then(settle, settle)
  })
}
