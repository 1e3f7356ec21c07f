import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInService } from './commands/control.ts'
import { imageName } from './database/migrations.ts'
import { migrations } from './migrations.ts'
import {
  createServiceProgram,
  program,
  type ServiceProgram,
  type StartedService,
} from './testing/service-program.ts'
import { certificate, privateKey } from './testing/certificate.ts'
import { listenOnFreePort } from './testing/free-port.ts'
import { basic } from './testing/test-service.ts'
import { page, prose, rss, startSite } from './testing/test-site.ts'

const noDatabase = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
let dataDir: string
let service: StartedService
let built: ServiceProgram
let run: ServiceProgram['run']
let startService: ServiceProgram['start']

beforeAll(async () => {
  built = createServiceProgram()
  ;({ dataDir, run, start: startService } = built)
  // As it is shipped, since its memory is measured; with a --host as of a variable that is not set.
  service = await startService(['--port', '0', '--host', '', '--allow-private', '127.0.0.1'], undefined, [])
})

afterAll(() => built.dispose())

/** Runs a command in the service, as its own process does once it has found that one runs; returns what it prints. */
async function command(...args: string[]): Promise<string> {
  let output = ''
  const isRun = await runInService(dataDir, { args, cwd: dataDir }, (line) => (output += `${line}\n`))
  expect(isRun).toBe(true)
  return output
}

const ping = ({ address, key }: Pick<StartedService, 'address' | 'key'>, email = 'editor@localhost') =>
  fetch(`${address}/api/v1.0/ping`, { method: 'POST', headers: { Authorization: basic(email, key) } })

test('the banner has all that a newcomer needs; without a terminal, the key stays in its file', async () => {
  const keyFile = join(dataDir, 'first-account-key.txt')

  expect((await ping(service)).status).toBe(200)
  expect(service.said()).toContain(`Change it  ${service.address}/settings`)
  expect(service.said()).toContain(`API key    in ${keyFile}`)
  expect(service.said()).not.toContain(service.key)
  expect(readFileSync(keyFile, 'utf8')).toBe(`editor@localhost:${service.key}\n`)
  // Windows has no file modes: files in the user's own directory are private there.
  const mode = process.platform === 'win32' ? 0o600 : statSync(keyFile).mode & 0o777
  expect(mode).toBe(0o600)
})

test.skipIf(process.platform === 'win32')(
  'another user than its builder can run it, and not change it',
  () => {
    const folder = join(dirname(program), imageName(migrations))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const { mode } = statSync(join(folder, name))
      expect(`${name} ${(mode & 0o066).toString(8)}`).toBe(`${name} 44`)
    }
  },
)

test('a database that does not open is refused, naming its files, and what may be wrong with them', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'desk-broken-'))
  mkdirSync(join(broken, 'database', 'pgdata'), { recursive: true })
  writeFileSync(join(broken, 'database', 'pgdata', 'PG_VERSION'), 'none')

  const { code, output } = await run(['account', 'list'], { DATA_DIR: broken }).ended

  expect(code).toBe(1)
  expect(output).toMatch(/The embedded database ended\. ./)
  expect(output).toContain(`Its files in ${join(broken, 'database', 'pgdata')} can’t be used.`)
  expect(output).not.toContain('    at ')
  rmSync(broken, { recursive: true })
})

test.skipIf(process.platform !== 'linux')('a first start takes less than 400 MB', () => {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8')
  const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1])

  expect(kilobytes * 1_024).toBeLessThan(400e6)
})

test('with --service only the desk is served, and calls reach the other service on the same origin', async () => {
  const deskDir = mkdtempSync(join(tmpdir(), 'desk-pages-'))
  writeFileSync(join(deskDir, 'index.html'), '<title>The desk</title>')
  const start = (...more: string[]) =>
    startService(['--port', '0', '--desk', deskDir, '--service', service.address, ...more], {
      DATA_DIR: join(deskDir, 'never-made'),
    })
  const remote = await start()

  const response = await ping({ address: remote.address, key: service.key })
  const page = await fetch(`${remote.address}/jobs`, { headers: { Accept: 'text/html' } })
  const settings = await fetch(`${remote.address}/settings`, { redirect: 'manual' })

  expect(await response.json()).toEqual({ authenticated_user: 'editor@localhost', ping: 'pong' })
  expect(await page.text()).toContain('The desk')
  expect(page.headers.get('Content-Security-Policy')).toContain('require-trusted-types-for')
  expect(settings.headers.get('Location')).toBe(`${service.address}/settings`)
  expect(remote.said()).not.toContain(service.key)
  expect(remote.said()).not.toContain('Other machines can reach this')
  expect((await start('--host', '0.0.0.0')).said()).toContain('Other machines can reach this over plain http')
  // DNS rebinding: a page elsewhere whose name points at this machine.
  for (const { address } of [remote, service]) expect(await statusFor('evil.example', address)).toBe(421)
  rmSync(deskDir, { recursive: true })
})

const statusFor = (host: string, address: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${address}/api/v1.0/ping`, { headers: { Host: host } }, (response) =>
      resolve(response.resume().statusCode),
    ).on('error', reject)
  })

test('a second service on the embedded directory exits, and names the process that holds it', async () => {
  const { code, output } = await run(['--port', '0']).ended

  expect(code).toBe(1)
  expect(output).toContain(`in use by process ${service.child.pid}`)
  expect(output).not.toContain('    at ')
})

test('commands work while the service runs', async () => {
  const added = await run(['account', 'add', 'Second@Example.org']).ended
  const key = /API key +(\S+)/.exec(added.output)?.[1] ?? ''
  expect((await ping({ ...service, key }, 'second@example.org')).status).toBe(200)

  expect(await command('settings-link', 'second@example.org')).toContain(`${service.address}/settings?token=`)

  const refused = await run(['account', 'add', 'second@example.org']).ended
  expect(refused).toEqual({ code: 1, output: 'second@example.org already has an account.\n' })

  await command('account', 'remove', 'second@example.org')
  expect(await command('account', 'list')).toMatch(/^editor@localhost\tsince [\d-]+\tkey of [\d-]+\n$/)
})

test('a folder is imported while the service runs, and rejected files are named', async () => {
  const folder = mkdtempSync(join(dataDir, 'folder-'))
  writeFileSync(join(folder, 'one.md'), '# One\n\nA text about lighthouses.')
  writeFileSync(join(folder, 'bad.json'), '{')
  const { output } = await run(['source', 'add', 'folder', folder, '--category', 'Coast']).ended

  expect(output).toMatch(/Refused "bad.json": /)
  expect(output).toContain('2 files: 1 article added, 0 changed, 0 unchanged, 1 refused')
  expect(await command('source', 'list')).toMatch(/^\d+\tfolder\tCoast\t/m)
})

test('a source is added, refreshed, listed and removed while the service runs, and its article comes with a job', async () => {
  const site = await startSite({ '/story': page('Otters are back in the harbour', prose(1)) })
  site.routes['/feed'] = rss([{ title: 'Otters are back in the harbour', link: '/story' }])
  const added = await run(['source', 'add', `${site.url}/feed`, '--category', 'Harbour']).ended
  const [, source = ''] = /Added as source (\d+), in the category "Harbour"\./.exec(added.output) ?? []
  expect(added.code).toBe(0)
  expect(await run(['source', 'add', `${site.url}/feed`]).ended).toMatchObject({
    code: 1,
    output: `${site.url}/feed is a source already.\n`,
  })

  const headers = {
    Authorization: basic('editor@localhost', service.key),
    'Content-Type': 'application/json',
  }
  const created = await fetch(`${service.address}/api/v1.0/jobs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ keywords: ['otters'], category: 'harbour' }),
  })
  const { id } = (await created.json()) as { id: number }
  const read = async () =>
    (await (await fetch(`${service.address}/api/v1.0/jobs/${id}`, { headers })).json()) as object
  await expect.poll(read).toMatchObject({
    state: 'success',
    articles: [{ title: 'Otters are back in the harbour', text: prose(1).join('\n\n') }],
  })

  expect(await command('source', 'list')).toContain(`${source}\tfeed\tHarbour\t${site.url}/feed\tseen `)
  expect(await command('source', 'pause', source)).toBe(`Paused source ${source}, ${site.url}/feed.\n`)
  await expect(command('source', 'refresh', source)).rejects.toThrow('is paused')
  expect(await command('source', 'export')).toContain(`xmlUrl="${site.url}/feed"`)
  expect(await command('source', 'remove', source)).toContain('Its articles stay.')
  await expect(command('source', 'pause', source)).rejects.toThrow(`There is no source ${source}.`)
  await site.close()
})

test('source try needs no service and no database, and can print only lines of JSON', async () => {
  const site = await startSite({ '/story': page('Otters are back in the harbour', prose(1)) })
  const args = ['source', 'try', `${site.url}/story`, '--json', '--allow-private', '127.0.0.1']
  const { code, output } = await run(args, noDatabase).ended
  await site.close()

  expect([code, JSON.parse(output) as unknown]).toEqual([
    0,
    { url: `${site.url}/story`, title: 'Otters are back in the harbour', text: prose(1).join('\n\n') },
  ])
})

test('a command completes what it began if the reader of its output leaves, as head does', async () => {
  const { child, ended } = run(['account', 'list'])
  child.stdout.destroy()

  expect(await ended).toEqual({ code: 0, output: '' })
})

test('a feed and its pages are read over https, but only with a trusted certificate', async () => {
  const site = await startSite(
    {
      '/feed': rss([{ title: 'Terns on the mast', link: '/story' }]),
      '/story': page('Terns on the mast', prose(1)),
    },
    { cert: certificate, key: privateKey },
  )
  const trusted = join(dataDir, 'certificate.pem')
  writeFileSync(trusted, certificate)
  const args = ['source', 'try', `${site.url}/feed`, '--json', '--allow-private', 'localhost']
  const read = await run(args, { NODE_EXTRA_CA_CERTS: trusted }).ended
  const seen = site.paths()
  const refused = await run(args).ended
  await site.close()

  expect(JSON.parse(read.output)).toMatchObject({
    url: `${site.url}/story`,
    title: 'Terns on the mast',
    text: prose(1).join('\n\n'),
  })
  expect(seen).toEqual(['/feed', '/story'])
  expect(JSON.parse(refused.output)).toEqual({
    url: `${site.url}/feed`,
    refused: expect.stringContaining('certificate') as string,
  })
  expect(site.paths()).toEqual(seen)
})

test('a folder is resolved from where the npm command was typed', async () => {
  mkdirSync(join(dataDir, 'typed/here'), { recursive: true })
  const { output } = await run(['source', 'add', 'folder', 'here'], { INIT_CWD: join(dataDir, 'typed') })
    .ended

  expect(output).toContain('0 files: ')
})

test.each([
  ['a folder that is not there', ['source', 'add', 'folder', '/no/such/folder'], {}],
  ['a path that is given as an address', ['source', 'add', './articles'], {}],
  ['a data directory that is a file', ['--port', '0'], { DATA_DIR: program }],
  ['a folder without a built desk', ['--desk', dirname(import.meta.filename)], {}],
  ['a database that is not there', ['--port', '0'], noDatabase],
  ['a worker with a port but no database', ['--role', 'worker', '--port', '0'], noDatabase],
])('%s fails with a message, without a stack trace', async (_, args, env) => {
  const { code, output } = await run(args, env).ended

  expect(`${code} ${output}`).toMatch(/^1 (?:There is no|The system says:|\.\/articles is a path\.) .+\n$/)
})

test('a service that can’t receive commands exits with a message, instead of running on silently', async () => {
  mkdirSync(join(dataDir, 'blocked/control.json.new'), { recursive: true })
  const { code, output } = await run(['--port', '0'], { DATA_DIR: join(dataDir, 'blocked') }).ended

  expect([code, output]).toEqual([1, expect.stringMatching(/^The system says: EISDIR.+\n$/)])
})

test('an invalid command prints its usage', async () => {
  expect(await run(['account', 'ad']).ended).toEqual({
    code: 1,
    output: 'Usage: account add EMAIL, account list, account remove EMAIL\n',
  })
  expect(await run(['acount', 'list']).ended).toEqual({
    code: 1,
    output: 'There is no command "acount": --help lists them.\n',
  })
  expect((await run(['--help']).ended).output).toContain('settings-link EMAIL')
  expect((await run(['--nonsense']).ended).output).toContain("Unknown option '--nonsense'")
})

test('each request is one line of JSON, without key, e-mail, text or query', async () => {
  await ping(service)
  await fetch(`${service.address}/settings?token=secret`)
  await fetch(`${service.address}/api/v1.0/jobs`, {
    method: 'POST',
    headers: { Authorization: basic('editor@localhost', service.key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ keywords: ['confidential subject'] }),
  })
  const lines = () =>
    service
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
  const said = () => lines().map((line) => JSON.parse(line) as unknown)
  await expect.poll(said).toContainEqual({
    time: expect.any(String) as string,
    method: 'POST',
    path: '/api/v1.0/jobs',
    status: 201,
    ms: expect.any(Number) as number,
    bytes: expect.any(Number) as number,
    account: 1,
  })
  expect(lines().join()).not.toMatch(/confidential|token|secret|editor@/)
  expect(lines().join()).not.toContain(service.key)
})

test('a requested port that is in use is an error', async () => {
  const other = createServer()
  const port = await listenOnFreePort(other)
  const { code, output } = await run(['--port', String(port)], { DATA_DIR: join(dataDir, 'second') }).ended
  other.close()

  expect({ code, output }).toEqual({
    code: 1,
    output: 'This port is taken. Choose another with --port, or leave it out.\n',
  })
})

test('an empty --host, as of a variable that is not set, is not every network', () => {
  expect(service.said()).not.toContain('Other machines can reach this')
})

test.skipIf(process.platform === 'win32')(
  'after a service is killed while fetching, commands run, and the next resumes with the same key and repeats only what was in progress',
  async () => {
    let killed = false
    const titles = ['Herons on the pier', 'Herons on the roof', 'Herons on the bridge']
    const site = await startSite({
      '/feed': rss(titles.map((title, n) => ({ title, link: `/${n}` }))),
      '/0': page(titles[0]!, prose(10)),
      // No response as long as the first process is alive.
      '/1': () => (killed ? page(titles[1]!, prose(11)) : undefined),
      '/2': page(titles[2]!, prose(12)),
    })
    await run(['source', 'add', `${site.url}/feed`, '--category', 'Birds']).ended
    site.requests.length = 0
    const headers = {
      Authorization: basic('editor@localhost', service.key),
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ keywords: ['herons'], category: 'birds' })
    const created = await fetch(`${service.address}/api/v1.0/jobs`, { method: 'POST', headers, body })
    const { id } = (await created.json()) as { id: number }
    await expect.poll(() => site.count('/1')).toBe(1)
    service.child.kill('SIGKILL')
    await once(service.child, 'close')
    killed = true
    const link = await run(['settings-link', 'editor@localhost']).ended
    const { key } = service
    service = await startService()

    expect(link.output).toContain('/settings?token=')
    expect(service.key).toBe(key)
    expect((await ping(service)).status).toBe(200)

    const read = async () =>
      (await (await fetch(`${service.address}/api/v1.0/jobs/${id}`, { headers })).json()) as {
        state: string
        articles: { title: string }[]
      }
    await expect.poll(async () => (await read()).state).toBe('success')
    expect((await read()).articles.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    expect(['/0', '/1', '/2'].map((path) => site.count(path))).toEqual([1, 2, 1])
    await site.close()
  },
)

test('a role other than both needs a database that can be shared', async () => {
  expect(await run(['--role', 'worker']).ended).toEqual({
    code: 1,
    output: 'Only with DATABASE_URL can several processes share the work: --role needs it.\n',
  })
  expect((await run(['--role', 'boss']).ended).output).toBe('--role must be one of web, worker, both.\n')
})

test.each(['ftp://host', 'https://user:secret@host', 'host'])(
  '--service %s is rejected with a message',
  async (url) => {
    const { code, output } = await run(['--port', '0', '--desk', 'dist/desk', '--service', url]).ended

    expect(code).toBe(1)
    expect(output).toContain('--service')
    expect(output).not.toContain('secret')
  },
)
