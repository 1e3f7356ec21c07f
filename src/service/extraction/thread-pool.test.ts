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

test('an endless question costs its thread, and the next is answered by another', async () => {
  const pool = createThreadPool<string, string>({ program: program(echo), threads: 1, deadlineMs: 200 })
  const answers = await Promise.all(['a', 'loop', 'b', 'end', 'c'].map((question) => pool.ask(question)))
  expect(answers).toEqual(['A', { unanswered: 'late' }, 'B', { unanswered: 'broken' }, 'C'])
  await pool.close()
  expect(await pool.ask('d')).toEqual({ unanswered: 'closed' })
})

test('a thread that can not be started is no answer to anything', async () => {
  const pool = createThreadPool<string, string>({
    program: program('throw new Error("no")'),
    threads: 1,
    deadlineMs: 200,
  })
  await expect(pool.ask('a')).rejects.toThrow('could not be started')
})
