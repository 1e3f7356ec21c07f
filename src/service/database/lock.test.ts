import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lockDirectory } from './lock.ts'

let directory: string
let children: ChildProcess[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'desk-lock-'))
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const program = `
  import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
  lockDirectory(process.env.DIRECTORY).then(
    () => { console.log('holds'); setInterval(() => {}, 1000) },
    (error) => console.log(error.message),
  )`

const commandLine = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program]

/** Starts another process that takes the lock and holds it until killed. */
async function tryInProcess(
  [command = '', ...args] = commandLine,
  user: { uid?: number } = {},
): Promise<{
  child: ChildProcess
  said: string
}> {
  const child = spawn(command, args, {
    ...user,
    env: { ...process.env, DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

test('a second process on the embedded directory is refused, and told which process holds it', async () => {
  const { child, said } = await tryInProcess()

  expect(said).toBe('holds')
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${child.pid}`)
})

// A limit on the size of files is met like a full disk.
test.skipIf(process.platform === 'win32')('a lock that can’t be written leaves no file behind', async () => {
  const limited = ['sh', '-c', 'ulimit -f 0 && exec "$@"', 'sh', ...commandLine]
  const { said } = await tryInProcess(limited)

  expect(said).toMatch(/^EFBIG/)
  expect(readdirSync(directory)).toEqual([])
})

test('a directory is free again once it is released', async () => {
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()

  await (await lockDirectory(directory)).release()
  expect(readdirSync(directory)).toEqual([])
})

test('the lock of a killed process is taken over', async () => {
  const { child } = await tryInProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')

  const lock = await lockDirectory(directory)
  expect(readdirSync(directory)).toHaveLength(1)
  await lock.release()
})

test.skipIf(process.platform !== 'linux')(
  'a killed process holds no lock, even if its parent has not reaped it',
  async () => {
    // Like the init process of some containers, `sleep` never reaps its children.
    await tryInProcess(['sh', '-c', '"$0" "$@" & exec sleep 60', ...commandLine])
    const pid = Number(/^lock-(\d+)-/.exec(readdirSync(directory)[0] ?? '')?.[1])
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')

    await (await lockDirectory(directory)).release()
  },
)

test('of processes that start at once after one has died, never two hold the directory', async () => {
  writeFileSync(
    join(directory, 'lock-4194303-dead.json'),
    JSON.stringify({ ...(await recordOfThisProcess()), pid: 4_194_303 }),
  )

  const results = await Promise.all(Array.from({ length: 6 }, () => tryInProcess()))

  expect(results.filter(({ said }) => said === 'holds')).toHaveLength(1)
  expect(results.filter(({ said }) => said.includes('in use by process'))).toHaveLength(5)
})

test.skipIf(process.platform === 'win32')('a pid reused by another process holds no lock', async () => {
  const record = { ...(await recordOfThisProcess()), identity: 'another boot, another start' }
  writeFileSync(join(directory, 'lock-1-old.json'), JSON.stringify(record))

  const lock = await lockDirectory(directory)
  expect(readdirSync(directory)).toHaveLength(1)
  await lock.release()
})

/** May not signal the first process, which is root's. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {}

test.skipIf(
  process.platform === 'win32' ||
    spawnSync(process.execPath, ['--check', 'src/service/database/embedded-worker.mjs'], unprivileged)
      .status !== 0,
)('nor does a pid reused by another user, as after a restart of the machine', async () => {
  const record = { ...(await recordOfThisProcess()), identity: 'another boot, another start' }
  writeFileSync(join(directory, 'lock-1-old.json'), JSON.stringify({ ...record, pid: 1 }))
  chmodSync(directory, 0o777)

  const { said } = await tryInProcess(commandLine, unprivileged)

  expect(said).toBe('holds')
})

test('a lock from another machine holds as long as it is being renewed', async () => {
  const path = join(directory, 'lock-1-elsewhere.json')
  writeFileSync(path, JSON.stringify({ ...(await recordOfThisProcess()), host: 'elsewhere' }))
  const renew = (atMs = Date.now()) => utimesSync(path, atMs / 1_000, atMs / 1_000)
  const heartbeat = setInterval(renew, 50)
  onTestFinished(() => clearInterval(heartbeat))
  await expect(lockDirectory(directory)).rejects.toThrow('on elsewhere')

  clearInterval(heartbeat)
  const startedAt = performance.now()
  renew(Date.now() - 29_000)
  await (await lockDirectory(directory)).release()
  expect(performance.now() - startedAt).toBeGreaterThan(900)
})

test('a lock from another machine whose clock is an hour behind holds, too', async () => {
  const path = join(directory, 'lock-1-elsewhere.json')
  const record = JSON.stringify({ ...(await recordOfThisProcess()), host: 'elsewhere' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const heartbeat = setInterval(() => writeFileSync(path, record), 50)
  onTestFinished(() => clearInterval(heartbeat))
  await expect.poll(() => readdirSync(directory)).toHaveLength(1)

  await expect(lockDirectory(directory)).rejects.toThrow('on elsewhere')
})

test('a process learns at its next heartbeat that its lock was taken over, but not that it released it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lock = await lockDirectory(directory)
  for (const name of readdirSync(directory)) rmSync(join(directory, name))
  vi.advanceTimersByTime(5_000)
  expect((await lock.lost).message).toContain(`The lock on ${directory} is gone`)

  const released = await lockDirectory(directory)
  const hasLost = vi.fn<(error: Error) => void>()
  void released.lost.then(hasLost)
  await released.release()
  vi.advanceTimersByTime(60_000)
  await lockDirectory(directory)
  expect(hasLost).not.toHaveBeenCalled()
})

test('a lock holds in another time zone, too, on systems that tell only by ps when a process began', async () => {
  const { platform } = process
  const usePlatform = (value: string) => Object.defineProperty(process, 'platform', { value })
  usePlatform('darwin')
  onTestFinished(() => void usePlatform(platform))
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const lock = await lockDirectory(directory)

  vi.stubEnv('TZ', 'America/New_York')
  await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()
})

/** Runs a program in a container of sorts: with pids of its own, but the name of this machine. */
const contained = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child']

test.skipIf(spawnSync(contained[0]!, [...contained.slice(1), 'true']).status !== 0)(
  'a lock from another container holds, even if both have the name of their host',
  async () => {
    const { said } = await tryInProcess([...contained, ...commandLine])

    expect(said).toBe('holds')
    await expect(lockDirectory(directory)).rejects.toThrow('in use by process')
    expect(readdirSync(directory)).toHaveLength(1)
  },
)

async function recordOfThisProcess(): Promise<object> {
  const lock = await lockDirectory(directory)
  const [name = ''] = readdirSync(directory)
  const record = JSON.parse(readFileSync(join(directory, name), 'utf8')) as object
  await lock.release()
  return record
}
