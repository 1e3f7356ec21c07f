import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Environment } from './environment.ts'
import { createErrorHandler } from './error-response.ts'
import { HttpProblem } from './problems.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

test.each([
  ['a refusal is left to the line of its request', new HttpProblem(503, 'Not now.'), 503, []],
  [
    'a database that is away is logged without a stack trace',
    new Error('No connection.', { cause: away }),
    503,
    [
      {
        error: {
          message: 'Error: No connection.',
          cause: { message: 'Error: connect ECONNREFUSED', code: 'ECONNREFUSED' },
        },
        method: 'GET',
        path: '/',
      },
    ],
  ],
  [
    'a fault of ours is logged with the place of the error',
    new TypeError('x is not a function'),
    500,
    [expect.objectContaining({ error: expect.objectContaining({ at: expect.any(Array) }) })],
  ],
  [
    'what a message quotes is never taken for a place',
    Object.assign(new Error('invalid: \n    at night'), { severity: 'ERROR', code: '22P02' }),
    500,
    [
      expect.objectContaining({
        error: { message: 'ERROR 22P02', code: '22P02', at: expect.any(Array) },
      }),
    ],
  ],
])('%s', async (_, error, status, logged) => {
  const entries: unknown[] = []
  const app = new Hono<Environment>()
  app.onError(createErrorHandler((entry) => entries.push(entry)))
  app.get('/', () => {
    throw error
  })

  expect((await app.request('/')).status).toBe(status)
  expect(entries).toEqual(logged)
  expect(JSON.stringify(entries)).not.toContain('at night')
})
