import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionLimits } from './http/server.ts'
import { certificate, privateKey } from './testing/certificate.ts'
import { freePort, listenOnFreePort } from './testing/free-port.ts'
import type { ServiceProgram, StartedService } from './testing/service-program.ts'
import { createServiceProgram } from './testing/service-program.ts'
import { canStartPostgres, createCluster, query } from './testing/postgres-cluster.ts'
import { basic, startTestService } from './testing/test-service.ts'

const page = readFileSync('docs/running.md', 'utf8')
const has = (program: string, option: string): boolean => spawnSync(program, [option]).status === 0

/** The first code block in the page that is in this language and contains these words. */
function textOf(language: string, words: string): string {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  const found = blocks.find(([, of, text]) => of === language && text?.includes(words))
  return found![2]!
}

const directory = mkdtempSync(join(tmpdir(), 'desk-proxy-'))
const [pem, key] = [join(directory, 'pem'), join(directory, 'key')]
// A proxy may run as another user.
chmodSync(directory, 0o755)
writeFileSync(pem, certificate)
writeFileSync(key, privateKey)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Proxy {
  readonly name: string
  readonly isHere: boolean
  /** Whether a POST goes to another server if one could not be reached. */
  readonly triesAnother: boolean
  /** The client addresses: each proxy has two of its own, since the service counts across both. */
  readonly clients: readonly [string, string]
  /** Starts it with the text in the page, in which only addresses and certificates are replaced. */
  readonly start: (port: number, upstream: string, second?: string) => ChildProcess
}

const replaceUpstreams = (text: string, upstream: string, second: string): string =>
  text.replaceAll('web1.internal:4400', upstream).replaceAll('web2.internal:4400', second)

const proxies: Proxy[] = [
  {
    name: 'nginx',
    isHere: has('nginx', '-v'),
    triesAnother: true,
    clients: ['127.0.1.1', '127.0.1.2'],
    start: (port, upstream, second = upstream) => {
      const text = replaceUpstreams(textOf('nginx', 'upstream'), upstream, second)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('/etc/ssl/desk.example.pem', pem)
        .replace('/etc/ssl/desk.example.key', key)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(directory, name)};`)
        .join(' ')
      const file = join(directory, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${join(directory, 'pid')}; error_log stderr; events {}
        http { access_log off; ${paths}\n${text}\n}`,
      )
      return spawn('nginx', ['-p', directory, '-c', file], { stdio: 'ignore' })
    },
  },
  {
    name: 'Caddy',
    isHere: has('caddy', 'version'),
    triesAnother: false,
    clients: ['127.0.2.1', '127.0.2.2'],
    start: (port, upstream, second = upstream) => {
      const text = replaceUpstreams(textOf('', 'reverse_proxy'), upstream, second).replace(
        'desk.example {',
        `https://desk.example:${port} {\n  tls ${pem} ${key}`,
      )
      const file = join(directory, 'Caddyfile')
      writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${text}`)
      return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: { ...process.env, HOME: directory },
      })
    },
  },
]

test.each([
  ['nginx', textOf('nginx', 'upstream'), /keepalive_timeout (\d+)s/],
  ['Caddy', textOf('', 'reverse_proxy'), /keepalive (\d+)s/],
])('%s closes an idle connection before the service does', (_, text, seconds) => {
  expect(Number(seconds.exec(text)![1]) * 1_000).toBeLessThan(connectionLimits.keepAliveMs)
})

describe('the examples in docs/running.md', () => {
  let program: ServiceProgram
  let service: StartedService

  beforeAll(async () => {
    program = createServiceProgram()
    const env = { ALLOWED_HOSTS: 'desk.example', TRUST_PROXY: 'yes', METRICS_TOKEN: 'token' }
    service = await program.start(['--port', '0'], env)
  })
  afterAll(() => program.dispose())

  test('an editor’s link begins with the name of the proxy', async () => {
    const env = { ALLOWED_HOSTS: 'desk.example,web1.internal', TRUST_PROXY: 'yes' }
    const { output } = await program.run(['settings-link', 'editor@localhost'], env).ended

    expect(output).toContain('https://desk.example/settings?token=')
  })

  describe.each(proxies)('$name', ({ isHere, triesAnother, clients: [one, two], start }) => {
    let port: number
    let child: ChildProcess

    const upstream = (): string => service.address.replace('http://localhost', '127.0.0.1')
    const stop = async (started: ChildProcess): Promise<void> => {
      const ended = once(started, 'exit')
      started.kill('SIGTERM')
      await ended
    }

    beforeAll(async () => {
      if (!isHere) return
      port = await freePort()
      child = start(port, upstream())
      await untilListening(port)
    })
    afterAll(async () => {
      if (isHere) await stop(child)
    })

    const ask = (method: string, path: string, sent: Omit<Sent, 'port'> = {}) =>
      send(method, path, { ...sent, port })

    test.skipIf(!isHere)('forwards requests, sends HSTS, and hides the metrics', async () => {
      const ping = await ask('GET', '/api/v1.0/ping')
      const metrics = await ask('GET', '/metrics', { headers: { authorization: 'Bearer token' } })

      expect(ping.status).toBe(200)
      expect(ping.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(metrics.status).toBe(404)
    })

    test.skipIf(!isHere)('accepts a million ids', async () => {
      const ids = Array.from({ length: 1_000_000 }, (_, index) => 1_000_000 + index)
      const response = await ask('POST', '/api/v1.0/jobs', {
        headers: {
          authorization: basic('editor@localhost', service.key),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ids_to_skip: ids }),
      })

      expect(response.status).toBe(201)
    })

    /** Beside the service is a server that is well, but breaks the connection of each POST. */
    async function postToTwo(isSecondGone: boolean) {
      let broken = 0
      const second = createServer((asked, response) => {
        if (asked.method === 'GET') return void response.end()
        broken += 1
        asked.socket.destroy()
      })
      const secondPort = await listenOnFreePort(second)
      const port = await freePort()
      const proxy = start(port, upstream(), `127.0.0.1:${secondPort}`)
      await untilListening(port)
      const close = async (): Promise<void> => {
        second.close()
        second.closeAllConnections()
        await once(second, 'close')
      }
      if (isSecondGone) await close()
      const headers = {
        authorization: basic('editor@localhost', service.key),
        'content-type': 'application/json',
      }
      const statuses = []
      for (let time = 0; time < 8; time += 1)
        statuses.push((await send('POST', '/api/v1.0/jobs', { port, headers, body: '{}' })).status)
      await stop(proxy)
      if (!isSecondGone) await close()
      return { statuses, broken }
    }

    test.skipIf(!isHere)('never sends a POST twice', async () => {
      const { statuses, broken } = await postToTwo(false)

      expect(statuses.filter((status) => status === 502)).toHaveLength(broken)
      expect(statuses.filter((status) => status === 201)).toHaveLength(8 - broken)
    })

    test.skipIf(!isHere || !triesAnother)('sends a POST to a server that can be reached', async () => {
      const { statuses } = await postToTwo(true)

      expect(statuses).toEqual(Array<number>(8).fill(201))
    })

    test.skipIf(!isHere)(
      'counts wrong keys by the address of the client, whatever address it claims',
      async () => {
        const guess = async (from: string, claimed: string): Promise<number> => {
          const headers = { authorization: basic('editor@localhost', 'wrong'), 'x-forwarded-for': claimed }
          return (await ask('POST', '/api/v1.0/ping', { headers, from })).status
        }
        const statuses = []
        for (let time = 1; time <= 12; time += 1) statuses.push(await guess(one, `192.0.2.${time}`))

        expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
        expect(await guess(two, '192.0.2.1')).toBe(401)
      },
    )
  })

  test.skipIf(!canStartPostgres || !has('pg_restore', '--version'))(
    'a dump is restored as the page says: the jobs are there, and later numbers are not reused',
    async () => {
      const cluster = await createCluster()
      const [before, after] = [await cluster.createDatabase(), await cluster.createDatabase()]
      const old = await startTestService({ databaseUrl: before, starterCollection: true })
      const kept = await old.createJob()
      await old.finished(kept)
      const dump = join(directory, 'article-desk.dump')
      const dumped = spawnSync('pg_dump', ['--format=custom', `--file=${dump}`, before], { encoding: 'utf8' })
      const lost = await old.createJob()
      await old.stop()

      const owned = new URL(after)
      owned.username = 'article_desk'
      await query(after, 'create role article_desk login')
      await query(after, `alter database ${owned.pathname.slice(1)} owner to article_desk`)
      const options = /`pg_restore ([^`]+?) --dbname=article_desk article-desk\.dump`/.exec(page)![1]!
      const restored = spawnSync('pg_restore', [...options.split(' '), `--dbname=${after}`, dump], {
        encoding: 'utf8',
      })
      await query(owned.href, textOf('sql', 'setval'))
      const service = await startTestService({ databaseUrl: owned.href, starterCollection: true })
      const as = old.editor
      const path = `/api/v1.0/jobs/${kept}`
      const job = await (await service.ask('GET', path, { as })).json()
      const next = await service.createJob({}, as)
      await service.stop()
      await cluster.remove()

      expect(dumped).toMatchObject({ status: 0, stderr: '' })
      expect(restored).toMatchObject({ status: 0, stderr: '' })
      expect(job).toMatchObject({ state: 'success', articles: { length: 10 } })
      expect(next).toBeGreaterThan(lost + 1_000)
    },
  )

  test('a copy of the embedded database is restored as the page says: later numbers are not reused', async () => {
    const dataDir = join(directory, 'copy')
    const old = await startTestService({ dataDir, starterCollection: true })
    const kept = await old.createJob()
    await old.finished(kept)
    await old.stop()
    writeFileSync(join(directory, 'gap.sql'), textOf('sql', 'setval'))
    const recipe = textOf('sh', 'gap.sql').replace('< gap.sql', `< ${join(directory, 'gap.sql')}`)
    const env = { ...process.env, DATA_DIR: dataDir }
    const done = spawnSync('sh', ['-c', recipe], { env, encoding: 'utf8' })
    const service = await startTestService({ dataDir, starterCollection: true })
    const as = old.editor
    const job = await (await service.ask('GET', `/api/v1.0/jobs/${kept}`, { as })).json()
    const next = await service.createJob({}, as)
    await service.stop()

    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(job).toMatchObject({ state: 'success', articles: { length: 10 } })
    expect(next).toBeGreaterThan(kept + 1_000)
  })

  test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts the units', () => {
    const units = [...page.matchAll(/^```ini\n(.*?)^```$/gms)].map(([, text], index) => {
      const file = join(directory, `article-desk${index === 0 ? '' : `-${index}`}.service`)
      writeFileSync(file, text!.replaceAll('/usr/bin/node', process.execPath))
      return file
    })
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
      encoding: 'utf8',
    })

    expect(units.length).toBeGreaterThan(0)
    // It may complain about other units of the machine.
    expect((stdout + stderr).split('\n').filter((line) => line.includes('article-desk'))).toEqual([])
    expect(status).toBe(0)
  })
})

interface Sent {
  readonly port: number
  readonly headers?: Record<string, string>
  readonly body?: string
  /** The client's address. */
  readonly from?: string
}

async function send(method: string, path: string, { port, headers, body, from = '127.0.0.1' }: Sent) {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    localAddress: from,
    servername: 'desk.example',
    // Self-signed, for another name.
    rejectUnauthorized: false,
    headers: { host: `desk.example:${port}`, ...headers },
  })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode ?? 0, headers: response.headers }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await delay(50)
  }
}
