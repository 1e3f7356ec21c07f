import { expect, test } from 'vitest'
import { createThreadPool } from './thread-pool.ts'

const program = (script: string): URL =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';${encodeURIComponent(script)}`,
  )

const echo = `parentPort.on('message', (question) => {
  if (question === 'loop') for (;;);
  if (question === 'end') process.exit();
  parentPort.postMessage(question.toUpperCase());
}); parentPort.postMessage('ready')`

test('an endless question costs only its thread, and another answers the next', async () => {
  const pool = createThreadPool<string, string>({ program: program(echo), threads: 1, deadlineMs: 200 })
  const answers = await Promise.all(['a', 'loop', 'b', 'end', 'c'].map((question) => pool.ask(question)))
  expect(answers).toEqual(['A', { unanswered: 'late' }, 'B', { unanswered: 'broken' }, 'C'])
  await pool.close()
  expect(await pool.ask('d')).toEqual({ unanswered: 'closed' })
})

test('an error is thrown if a thread cannot be started', async () => {
  const pool = createThreadPool<string, string>({
    program: program('throw new Error("no")'),
    threads: 1,
    deadlineMs: 200,
  })
  await expect(pool.ask('a')).rejects.toThrow('could not be started')
})
