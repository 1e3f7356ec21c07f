import { createSocket } from 'node:dgram'
import { promises, type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type LookupFunction, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { certificate, privateKey } from '../testing/certificate.ts'
import { countResources } from '../testing/count-resources.ts'
import { listenOnFreePort } from '../testing/free-port.ts'
import { createGuardedConnector, createLookup, type GuardOptions } from './guarded-connector.ts'

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

test('a name takes none of the threads of the system, which one without an answer would hold', () => {
  const askedSystem = countResources('GETADDRINFOREQWRAP')
  guard({})({ protocol: 'http:', hostname: 'site.invalid', port: '80' }).catch(() => undefined)

  expect(askedSystem()).toBe(0)
})

test('names whose servers never answer hold up no other', async () => {
  const { find, asked } = await startNameServer({ 'site.example': [publicAddress, '2606:4700::1111'] })
  for (let index = 0; index < 20; index += 1) find(`${index}.silent.example`).catch(() => undefined)
  await expect.poll(asked).toContain('19.silent.example')

  expect(await find('site.example')).toEqual([
    { address: publicAddress, family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
})

test('the system is asked for names that the DNS does not have, but not for those whose servers fail', async () => {
  const askedSystem = countResources('GETADDRINFOREQWRAP')
  const { find, asked } = await startNameServer({ 'nowhere.invalid': [], 'broken.example': 'fails' })

  expect(await find('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 })
  expect([asked(), askedSystem()]).toEqual([[], 1])
  await find('nowhere.invalid').catch(() => undefined)
  expect(askedSystem()).toBe(2)
  await expect(find('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  expect(askedSystem()).toBe(2)
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

/** A name server that answers for the given names alone, and how to find names with it. */
async function startNameServer(names: Readonly<Record<string, readonly string[] | 'fails'>>) {
  const server = createSocket('udp4')
  await once(server.bind(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const asked: string[] = []
  server.on('message', (question, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = question[at]!; length > 0; length = question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const name = labels.join('.')
    asked.push(name)
    const found = names[name]
    if (!found) return
    const type = question.readUInt16BE(at + 1)
    const answers = (found === 'fails' ? [] : found)
      .map((one) => ipaddr.parse(one).toByteArray())
      .filter(({ length }) => length === (type === 28 ? 16 : 4))
      // A pointer to the name in the question, the type, the class, a time to live of 60 s, and the address.
      .map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]))
    const head = [0x81, found === 'fails' ? 0x82 : 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]
    const [id, asks] = [question.subarray(0, 2), question.subarray(12, at + 5)]
    server.send(Buffer.concat([id, Buffer.from(head), asks, ...answers]), port, address)
  })
  const lookup = createLookup(() => {
    const resolver = new promises.Resolver({ tries: 1 })
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return resolver
  })
  return {
    asked: () => asked,
    find: (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        lookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
      }),
  }
}

function resolvingTo(addressOf: () => string | string[]): LookupFunction {
  return (_, __, done) =>
    done(
      null,
      [addressOf()].flat().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}
