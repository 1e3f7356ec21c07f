/** The longest that one request holds up the next. */
const longestWaitMs = 2_000

/** Runs what is put in, one after the other. @param isUrgent goes before whatever has not begun */
export type SerialQueue = <T>(send: () => Promise<T>, isUrgent?: boolean) => Promise<T>

/**
 * Lets requests leave one after the other, each once it is known what the service says to the one before. Of many jobs
 * that are due at the same moment, a refused key is then tried with one: a wrong key repeated locks accounts.
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
