import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asServer, untilReachable } from './postgres-cluster.ts'

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** So few that sessions have to be shared. */
const serverConnections = 3

/** PgBouncer in transaction mode, in front of the server of this address. @returns its own address */
export async function startPooler(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'desk-pooler-'))
  const server = new URL(databaseUrl)
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.searchParams.get('host') ?? server.hostname} port=${server.port || '5432'} user=${server.username}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      `default_pool_size = ${serverConnections}`,
      'max_client_conn = 1000',
      'auth_type = any',
      'listen_addr =',
      `unix_socket_dir = ${directory}`,
      'listen_port = 6432',
      '',
    ].join('\n'),
  )
  if (asServer.uid !== undefined) chownSync(directory, asServer.uid, asServer.uid)
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...asServer })
  server.searchParams.set('host', directory)
  server.port = '6432'
  await untilReachable(server.href)
  return {
    url: server.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
