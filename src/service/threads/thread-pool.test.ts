import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createThreadPool } from './thread-pool.ts'

const program = (script: string): URL =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';${encodeURIComponent(script)}`,
  )

const echo = `parentPort.on('message', (task) => {
  if (task === 'loop') for (;;);
  if (task === 'end') process.exit();
  parentPort.postMessage(task.toUpperCase());
}); parentPort.postMessage('ready')`

test('an endless task costs only its thread, and another does the next', async () => {
  const pool = createThreadPool<string, string>({ program: program(echo), threads: 1, deadlineMs: 200 })
  const results = await Promise.all(['a', 'loop', 'b', 'end', 'c'].map((task) => pool.run(task)))
  expect(results).toEqual(['A', { noResult: 'late' }, 'B', { noResult: 'broken' }, 'C'])
  await pool.close()
  expect(await pool.run('d')).toEqual({ noResult: 'closed' })
})

test('a thread that ends while idle costs no task', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>
  const pool = createThreadPool<string, string>({ program: program(echo), threads: 1, deadlineMs: 200 })
  expect(await pool.run('a')).toBe('A')
  const [worker] = await started
  await worker.terminate()
  expect(await pool.run('b')).toBe('B')
  await pool.close()
})

test('an error is thrown if a thread cannot be started', async () => {
  const pool = createThreadPool<string, string>({
    program: program('throw new Error("no")'),
    threads: 1,
    deadlineMs: 200,
  })
  await expect(pool.run('a')).rejects.toThrow('could not be started')
})

test('a task whose thread is still starting when the pool closes is not done, without an error', async () => {
  const pool = createThreadPool<string, string>({ program: program(echo), threads: 1, deadlineMs: 200 })
  const ended = pool.run('a')
  await pool.close()
  expect(await ended).toEqual({ noResult: 'closed' })
})

test('a task for whose thread the system has no room fails, and the next is done', async () => {
  const url = program(echo)
  const { href } = url
  const pool = createThreadPool<string, string>({ program: url, threads: 1, deadlineMs: 200 })
  const ended = pool.run('end')
  const waiting = pool.run('a')
  // Refused as the thread is made, as it is by a system that has none left.
  url.href = 'http://a.example/'
  await expect(waiting).rejects.toThrow('could not be started')
  url.href = href
  expect(await ended).toEqual({ noResult: 'broken' })
  expect(await pool.run('b')).toBe('B')
  await pool.close()
})
