import type { MiddlewareHandler } from 'hono'
import type { Environment } from './environment.ts'

export type Log = (entry: Readonly<Record<string, unknown>>) => void

export const logLevels = ['off', 'errors', 'requests'] as const
export type LogLevel = (typeof logLevels)[number]

/** One line of JSON an entry, for a machine to read: nothing a request brought can break out of its string. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  return (entry) => {
    const isError = 'error' in entry || Number(entry['status'] ?? 0) >= 500
    if (level === 'off' || (level === 'errors' && !isError)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
  }
}

/**
 * One entry a request, when its last byte has gone. The account as its number; no e-mail, key, text or query, since
 * the address of a one-time link opens the settings.
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
      })
    // A client that left before the answer was ready has closed it already.
    if (outgoing && !outgoing.closed) outgoing.once('close', finish)
    else finish()
  }
}
