import { expect, it } from 'vitest'
import type { WorkerConnection, WorkerOptions } from '../worker-protocol/worker-connection.ts'
import { startEarly } from './early-start.ts'

const account = { email: 'editor@example.org', serviceAddress: 'https://service.example' }
const other = { ...account, email: 'second@example.org' }

function trackConnections(opening: Promise<unknown> = Promise.resolve()) {
  const opened: WorkerOptions[] = []
  const closed: string[] = []
  return {
    opened,
    closed,
    connect: async (options: WorkerOptions): Promise<WorkerConnection> => {
      opened.push(options)
      await opening
      return { close: () => closed.push(options.account.email) } as unknown as WorkerConnection
    },
  }
}

it('opens the account’s library at once, without a key, and hands it over once', async () => {
  const { opened, connect } = trackConnections()
  const early = startEarly(account, connect)
  expect(opened).toMatchObject([{ account }])
  expect(opened[0]?.credentials).toBeUndefined()
  await expect(early.take({ account })).resolves.toBeDefined()
  expect(early.take({ account })).toBeUndefined()
})

it('opens nothing while nobody is signed in', () => {
  const { opened, connect } = trackConnections()
  expect(startEarly(undefined, connect).take({ account })).toBeUndefined()
  expect(opened).toEqual([])
})

it('never hands over the library of another account, and closes it', async () => {
  const { closed, connect } = trackConnections()
  expect(startEarly(account, connect).take({ account: other })).toBeUndefined()
  await expect.poll(() => closed).toEqual([account.email])
})

it('closes what was not taken, and only that', async () => {
  const { closed, connect } = trackConnections()
  const unwanted = startEarly(account, connect)
  unwanted.drop()
  const wanted = startEarly(account, connect)
  const taken = wanted.take({ account })
  wanted.drop()
  await taken
  expect(closed).toEqual([account.email])
})

it('reports that a newer desk has run here, even if that was noticed earlier', () => {
  const { opened, connect } = trackConnections()
  const early = startEarly(account, connect)
  let told = 0
  opened[0]?.onNewerSchema?.()
  void early.take({ account, onNewerSchema: () => (told += 1) })
  expect(told).toBe(1)
  opened[0]?.onNewerSchema?.()
  expect(told).toBe(2)
})

it('reports that other tabs block the library, even if that was noticed earlier', () => {
  const { opened, connect } = trackConnections()
  const early = startEarly(account, connect)
  const told: string[] = []
  opened[0]?.onBlocked?.()
  const onNewerSchema = () => told.push('newer')
  void early.take({ account, onNewerSchema, onBlocked: () => told.push('blocked') })
  expect(told).toEqual(['blocked'])
})

it('leaves a failure to the taker', async () => {
  const { connect } = trackConnections(Promise.reject(new Error('newer')))
  await expect(startEarly(account, connect).take({ account })).rejects.toThrow('newer')
})
