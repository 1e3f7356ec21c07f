import type { MiddlewareHandler } from 'hono'
import { describeError } from '../database/describe-error.ts'
import type { Environment } from './environment.ts'

export type Log = (entry: Readonly<Record<string, unknown>>) => void

export const logLevels = ['off', 'errors', 'requests'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes one line of JSON per entry: nothing from a request can break out of its string. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  return (entry) => {
    const isError = 'error' in entry || Number(entry['status'] ?? 0) >= 500
    if (level === 'off' || (level === 'errors' && !isError)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
  }
}

/**
 * Logs one entry per request, after its last byte is sent. Names the account by number and leaves out e-mail, key, text
 * and query: the query of a one-time link opens the settings.
 */
export function logRequests(log: Log): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const startedAt = performance.now()
    const outgoing = c.env?.outgoing
    const socket = outgoing?.socket
    const bytesBefore = socket?.bytesWritten ?? 0
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const account = (c.get('account') as { id: number } | undefined)?.id
    const finish = () =>
      log({
        method,
        path,
        status,
        ms: Math.round(performance.now() - startedAt),
        bytes: socket ? socket.bytesWritten - bytesBefore : Number(c.res.headers.get('Content-Length') ?? 0),
        ...(account !== undefined && { account }),
        ...(outgoing && !outgoing.writableFinished && { cutShort: true }),
        ...(outgoing?.errored && { error: describeError(outgoing.errored) }),
      })
    // Already closed if the client left before the response was ready.
    if (outgoing && !outgoing.closed) outgoing.once('close', finish)
    else finish()
  }
}
