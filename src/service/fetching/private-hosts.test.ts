import type { LookupAddress } from 'node:dns'
import { isIPv6, type LookupFunction } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { countResources } from '../testing/count-resources.ts'
import { startSiteForTest } from '../testing/site-and-fetcher.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'
import { isPublicAddress } from './private-addresses.ts'

const privateIPv4 =
  `127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
  192.168.255.255 169.254.169.254 100.64.0.1 100.127.255.254 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255`.split(/\s+/)

const privateIPv6 =
  `::1 :: 0:0:0:0:0:0:0:1 fe80::1 febf::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 ff0e::1 100::1 2001::1 2001:2::1
  2001:10::1 2001:20::1 2001:db8::1 2002::1 3fff::1 4000::1 5f00::1 64:ff9b:1::1 FE80::A`.split(/\s+/)

const spellings = (address: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':')
  return [
    address,
    `${address}.`,
    `${number}`,
    hex(number),
    octal(number),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [hex(a), octal(b), c, d].join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:FFFF:${groups}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${groups}::1]`,
  ]
}

const forms = [...privateIPv4.flatMap(spellings), ...privateIPv6.map((address) => `[${address}]`)]

test('no spelling of a private address is ever connected to', async () => {
  const attempts = countResources('TCPCONNECTWRAP')
  expect(new Set(forms).size).toBeGreaterThan(500)
  const urls = forms.flatMap((form) => [`http://${form}/`, `https://${form}/`])

  expect(await notRefused(startFetcher(), urls)).toEqual([])
  expect(attempts()).toBe(0)
})

test('no redirect leads to a private address', async () => {
  const attempts = countResources('TCPCONNECTWRAP')
  const site = await startSiteForTest((request, response) => {
    const form = decodeURIComponent(new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '')
    response.writeHead(302, {
      location: encodeURI(`http://${form}/`).replaceAll(/%5B|%5D|%25/g, decodeURIComponent),
    })
    response.end()
  })
  const fetcher = startFetcher({ allowPrivateHosts: [site.host], pauseMs: 0 })

  const urls = forms.map((form) => `${site.url}/?to=${encodeURIComponent(form)}`)
  expect(await notRefused(fetcher, urls)).toEqual([])
  expect(site.paths()).toHaveLength(forms.length)
  expect(attempts()).toBe(site.connections())
})

test('no name leads to a private address, whatever its look-up says', async () => {
  const attempts = countResources('TCPCONNECTWRAP')
  const addresses = [
    ...privateIPv4,
    ...privateIPv4.map((address) => `::ffff:${address}`),
    ...privateIPv4.map((address) => `64:ff9b::${address}`),
    ...privateIPv6,
    'fe80::1%lo',
  ]
  const fetcher = startFetcher({
    lookup: lookupOf((hostname) => [addresses[Number(hostname.split('.')[0])] ?? '', '127.0.0.1']),
  })

  const urls = addresses.flatMap((_, index) => [`http://${index}.example/`, `https://${index}.example/`])
  expect(await notRefused(fetcher, urls)).toEqual([])
  expect(attempts()).toBe(0)
})

test('the names of this machine are refused', async () => {
  const attempts = countResources('TCPCONNECTWRAP')
  const fetcher = startFetcher()
  for (const name of ['localhost', 'LOCALHOST'])
    expect(await fetcher.fetch({ url: `http://${name}/` })).toMatchObject({ reason: 'private-address' })

  expect(attempts()).toBe(0)
})

test.each([
  ['file:///etc/passwd', 'scheme'],
  ['ftp://example.org/', 'scheme'],
  ['data:text/html,hello', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['http://example.org:22/', 'port'],
  ['https://example.org:8443/', 'port'],
  ['http://me:secret@example.org/', 'credentials'],
  ['http://me@example.org/', 'credentials'],
  ['http://', 'invalid-url'],
  ['example.org', 'invalid-url'],
  ['http://256.256.256.256/', 'invalid-url'],
  ['http://0x100000000/', 'invalid-url'],
  ['http://[fe80::1%25lo]/', 'invalid-url'],
])('%s is refused', async (url, reason) => {
  const attempts = countResources('TCPCONNECTWRAP')
  const result = await startFetcher().fetch({ url })

  expect(result).toMatchObject({ kind: 'refused', reason })
  expect(JSON.stringify(result)).not.toContain('secret')
  expect(attempts()).toBe(0)
})

test('an address longer than any site needs is refused', async () => {
  const result = await startFetcher().fetch({ url: `http://example.org/${'a'.repeat(3_000)}` })

  expect(result).toMatchObject({ kind: 'refused', reason: 'invalid-url' })
})

test('a host that the owner allowed may be private, at any port or at the named one', async () => {
  const site = await startSiteForTest((_, response) => response.end('hello'))
  const { port } = new URL(site.url)
  const loopback = lookupOf(() => ['127.0.0.1'])
  const allowed: [string, string][] = [
    [site.host, `${site.url}/`],
    ['127.0.0.1', `${site.url}/`],
    ['127.1', `${site.url}/`],
    ['Intranet.example', `http://intranet.example:${port}/`],
    [`intranet.example:${port}`, `http://intranet.example:${port}/`],
  ]
  const others: [string, string][] = [
    ['127.0.0.1:1', `${site.url}/`],
    ['intranet.example', `http://other.intranet.example:${port}/`],
    ['intranet.example:80', `http://intranet.example:${port}/`],
    ['', `${site.url}/`],
  ]
  const ask = async ([named, url]: [string, string]) => {
    const fetcher = startFetcher({ allowPrivateHosts: [named], lookup: loopback, pauseMs: 0 })
    return (await fetcher.fetch({ url })).kind
  }

  expect(await Promise.all(allowed.map(ask))).toEqual(allowed.map(() => 'fetched'))
  expect(await Promise.all(others.map(ask))).toEqual(others.map(() => 'refused'))
})

test.each([
  ['1.1.1.1', true],
  ['93.184.215.14', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.63.255.255', true],
  ['100.128.0.1', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4001::1', true],
  ['::ffff:1.1.1.1', true],
  ['64:ff9b::1.1.1.1', true],
  ['2002:101:101::1', false],
  ['localhost', false],
  ['', false],
])('whether %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

/** The addresses that were not refused as private, each with its result. */
async function notRefused(fetcher: Fetcher, urls: string[]): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const url of urls) {
    const result = await fetcher.fetch({ url })
    if (result.kind !== 'refused' || result.reason !== 'private-address') wrong.push([url, result])
  }
  return wrong
}

function startFetcher(options: FetcherOptions = {}): Fetcher {
  const fetcher = createFetcher(options)
  onTestFinished(() => fetcher.close())
  return fetcher
}

/** A lookup like that of a hostile name server. */
function lookupOf(addressesOf: (hostname: string) => string[]): LookupFunction {
  return (hostname, _, done) =>
    done(
      null,
      addressesOf(hostname).map((address): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
}
