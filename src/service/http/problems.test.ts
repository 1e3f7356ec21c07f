import { expect, test } from 'vitest'
import { isUnavailable } from '../database/unavailable.ts'
import { asProblem } from './problems.ts'

const coded = (code: string, message = 'x', more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })

test.each([
  ['a server that does not respond', coded('ECONNREFUSED', 'connect', { syscall: 'connect' })],
  ['a socket that is gone', coded('ENOENT', 'connect', { syscall: 'connect' })],
  ['a host that is out of reach', coded('EHOSTUNREACH', 'read', { syscall: 'read' })],
  ['a network that is out of reach', coded('ENETUNREACH', 'read', { syscall: 'read' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a server that shuts down', coded('57P01')],
  ['a server that starts up', coded('57P03')],
  ['too many connections', coded('53300')],
  ['a full disk, seen by the database', coded('53100')],
  ['a full disk, seen by us', coded('ENOSPC')],
  ['a failing disk', coded('58030')],
  ['a session that can’t begin', coded('XX000', 'could not write init file', { severity: 'FATAL' })],
  ['a statement that took too long', coded('57014')],
  ['a lock that was not had in time', coded('55P03')],
  ['a transaction in the way of another', coded('40001')],
  ['a deadlock', coded('40P01')],
  ['a replica that takes no writes', coded('25006')],
  ['a server that stopped responding', new Error('Query read timeout')],
  ['a connection that was not made in time', new Error('Connection terminated due to connection timeout')],
  ['an embedded database that broke', new Error('The embedded database ended.')],
  ['any of them as a cause', new Error('outer', { cause: coded('57P01') })],
  ['a host with two addresses that don’t respond', new AggregateError([coded('ECONNRESET')])],
])('%s becomes a 503 with Retry-After', (_, error) => {
  const problem = asProblem(error)

  expect([problem.status, problem.headers['Retry-After']]).toEqual([503, '5'])
})

test.each([
  ['a fault of ours', new TypeError('undefined is not a function')],
  ['a query that is wrong', coded('42601')],
  ['an internal error of a query', coded('XX000', 'x', { severity: 'ERROR' })],
  ['a row that is refused', coded('23505')],
  ['a file that is missing', coded('ENOENT')],
])('%s is a 500 without details', async (_, error) => {
  expect(isUnavailable(error)).toBe(false)
  expect(await asProblem(error).toResponse().json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong inside the service. It has been logged.',
  })
})
