import type { LookupAddress } from 'node:dns'
import { createServer, type LookupFunction, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { buildConnector } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { certificate, privateKey } from '../testing/certificate.ts'
import { listenOnFreePort } from '../testing/free-port.ts'
import { createGuardedConnector, type GuardOptions } from './guarded-connector.ts'

const publicAddress = '93.184.215.14'

test.each(['http:', 'https:'])(
  'a name that is public at its first look-up and private at its second is not connected to (%s)',
  async (protocol) => {
    const server = await startServer()
    const addresses = [publicAddress]
    const lookup = resolvingTo(() => addresses.shift() ?? '127.0.0.1')
    const connect = guard({ lookup })
    // Connecting from a loopback address to a foreign one fails before anything is sent.
    const target = { protocol, hostname: 'rebinding.example', port: server.port, localAddress: '127.0.0.1' }

    await expect(connect(target)).rejects.not.toThrow('private address')
    expect(addresses).toEqual([])
    await expect(connect(target)).rejects.toThrow('leads to a private address (127.0.0.1)')
    expect(server.connections()).toBe(0)
  },
)

test.each(['http:', 'https:'])(
  'a socket that ended up at a private address anyway is closed before a byte is sent (%s)',
  async (protocol) => {
    const server = await startServer()
    const opened: string[] = []
    const elsewhere = resolvingTo(() => '127.0.0.1')
    const connect = guard({
      lookup: resolvingTo(() => publicAddress),
      open: (options) => buildConnector({ ...options, lookup: elsewhere }),
      onConnect: (address) => opened.push(address),
    })

    await expect(connect({ protocol, hostname: 'site.example', port: server.port })).rejects.toThrow(
      'leads to a private address (127.0.0.1)',
    )
    expect(opened).toEqual(['127.0.0.1'])
    await expect.poll(() => server.ended()).toBe(1)
    expect(server.received()).toBe(0)
  },
)

test('of several addresses, the private ones are skipped', async () => {
  const server = await startServer()
  const asked: LookupAddress[][] = []
  const connect = guard({
    lookup: resolvingTo(() => [publicAddress, '127.0.0.1', '::1']),
    open: (options) => {
      const { lookup } = options as { lookup: LookupFunction }
      return (_, done) =>
        lookup('site.example', { all: true }, (error, addresses) => {
          asked.push(addresses as LookupAddress[])
          done(error ?? new Error('enough'), null)
        })
    },
  })

  await expect(connect({ protocol: 'http:', hostname: 'site.example', port: server.port })).rejects.toThrow(
    'enough',
  )
  expect(asked).toEqual([[{ address: publicAddress, family: 4 }]])
})

test('a secure connection uses the checked address, and the requested name', async () => {
  const server = createTlsServer({ key: privateKey, cert: certificate })
  const port = String(await listenOnFreePort(server))
  onTestFinished(() => void server.close())
  const opened: string[] = []
  const connect = guard({
    isExempt: () => true,
    lookup: resolvingTo(() => '127.0.0.1'),
    open: (options) => buildConnector({ ...options, ca: certificate }),
    onConnect: (address) => opened.push(address),
  })
  const named = (hostname: string) => ({ protocol: 'https:', hostname, servername: hostname, port })

  const socket = await connect(named('site.test'))
  expect(socket).toMatchObject({ encrypted: true, authorized: true })
  socket.destroy()
  await expect(connect(named('other.test'))).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(opened).toEqual(['127.0.0.1', '127.0.0.1'])
})

function guard(options: Partial<GuardOptions>) {
  const connect = createGuardedConnector({ isExempt: () => false, ...options })
  return (target: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect(target, (error, socket) => (error ? reject(error) : resolve(socket)))
    })
}

async function startServer() {
  let [connections, received, ended] = [0, 0, 0]
  const server = createServer((socket) => {
    connections += 1
    socket.on('data', (bytes) => (received += bytes.length))
    socket.on('error', () => undefined).on('close', () => (ended += 1))
  })
  const port = String(await listenOnFreePort(server))
  onTestFinished(() => void server.close())
  return {
    port,
    connections: () => connections,
    received: () => received,
    ended: () => ended,
  }
}

function resolvingTo(addressOf: () => string | string[]): LookupFunction {
  return (_, __, done) =>
    done(
      null,
      [addressOf()].flat().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}
