/** The longest that one request delays the next. */
const longestWaitMs = 2_000

/** Runs tasks one after the other. @param isUrgent runs before all tasks that haven't begun */
export type SerialQueue = <T>(send: () => Promise<T>, isUrgent?: boolean) => Promise<T>

/**
 * Sends requests one at a time, each after the answer to the one before is known. If many jobs are due at once, a
 * refused key is then tried with only one of them: repeated wrong keys lock accounts.
 */
export function createSerialQueue(): SerialQueue {
  const waiting: (() => Promise<unknown>)[] = []
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let send = waiting.shift(); send; send = waiting.shift()) await settledOrLate(send())
    isRunning = false
  }

  return (send, isUrgent = false) =>
    new Promise((resolve, reject) => {
      const sendInTurn = () => {
        const sent = send()
        sent.then(resolve, reject)
        return sent
      }
      if (isUrgent) waiting.unshift(sendInTurn)
      else waiting.push(sendInTurn)
      void run()
    })
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
