import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startSiteAndFetcher } from '../testing/site-and-fetcher.ts'
import { createFetcher, version } from './fetcher.ts'

const mebibyte = 1_024 * 1_024

test('returns the bytes, their type, and what the next request needs', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=koi8-u',
      etag: 'W/"a b\u00e9"',
      'last-modified': 'Thursday, 01-Jan-70 00:00:00 GMT',
      'cache-control': 'max-age=600',
    })
    response.end(Buffer.from([0xf0, 0, 0xff]))
  })

  expect(await fetch('/page?a=1#part')).toEqual({
    kind: 'fetched',
    url: `${site.url}/page?a=1`,
    status: 200,
    contentType: 'text/html; charset=koi8-u',
    bytes: new Uint8Array([0xf0, 0, 0xff]),
    validators: { etag: 'W/"a b\u00e9"', lastModified: 'Thursday, 01-Jan-70 00:00:00 GMT' },
    freshForMs: 600_000,
  })
  expect(site.paths()).toEqual(['/page?a=1'])
})

test('sends the validators back byte for byte, and says if nothing has changed', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) => {
    response.writeHead(304, { 'cache-control': 'max-age=60', etag: '"b"' }).end()
  })
  const validators = { etag: 'W/"a b\u00e9"', lastModified: 'thu, 1 jan 1970 00:00' }

  expect(await fetch('/', { validators })).toEqual({
    kind: 'unchanged',
    url: `${site.url}/`,
    validators: { etag: '"b"', lastModified: 'thu, 1 jan 1970 00:00' },
    freshForMs: 60_000,
  })
  expect(site.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': validators.etag,
    'if-modified-since': validators.lastModified,
  })
  for (const none of [undefined, {}, { etag: 'x\n' }])
    expect(await fetch('/', { validators: none })).toMatchObject({ kind: 'failed', status: 304 })
})

test('leaves out validators that are not valid headers', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) => response.end('x'))

  expect(await fetch('/', { validators: { etag: '"a"\r\nx: y', lastModified: '“1”' } })).toMatchObject({
    kind: 'fetched',
  })
  expect(site.requests.at(-1)?.headers).not.toHaveProperty('if-none-match')
  expect(site.requests.at(-1)?.headers).not.toHaveProperty('if-modified-since')
})

test('identifies itself', async () => {
  const packageVersion = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  const agentOf = async (contact?: string) => {
    const { fetch, site } = await startSiteAndFetcher((_, response) => response.end(), { contact })
    await fetch('/')
    return site.requests.map(({ headers }) => headers['user-agent'])
  }

  expect(version).toBe(packageVersion)
  const withContact = `ArticleDesk/${version} (+https://example.org/bot)`
  expect(await agentOf('https://example.org/bot')).toEqual([withContact, withContact])
  expect((await agentOf())[1]).toBe(`ArticleDesk/${version} (no contact given)`)
  expect((await agentOf('me@example.org\r\n(x)'))[1]).toBe(`ArticleDesk/${version} (+me@example.orgx)`)
})

test.each([
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ['gzip', (text: string) => Buffer.concat([gzipSync(text.slice(5)), gzipSync(text.slice(0, 5))])],
  // Some servers append text to what they have compressed.
  ['gzip', (text: string) => Buffer.concat([gzipSync(text), Buffer.from('<!-- cached -->')])],
  [
    'gzip',
    (text: string) =>
      Buffer.concat([withFileName(gzipSync(text.slice(5))), gzipSync(text.slice(0, 5)), Buffer.from('\n')]),
  ],
  ['identity', (text: string) => Buffer.from(text)],
  // Mistakes of configuration, which browsers overlook.
  ['none', (text: string) => Buffer.from(text)],
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['utf-8, gzip', (text: string) => gzipSync(text)],
  ['', (text: string) => Buffer.from(text)],
])('reads content encoded as "%s"', async (encoding, encode) => {
  const { fetch } = await startSiteAndFetcher((_, response) => {
    response
      .writeHead(200, encoding ? { 'content-encoding': encoding } : {})
      .end(encode('hello'.repeat(10_000)))
  })

  const result = await fetch('/')
  expect(result).toMatchObject({ kind: 'fetched' })
  expect(textOf(result)).toBe('hello'.repeat(10_000))
})

test('reads text of any size before what is appended to it, within the limit', async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `${index ** 3}`).join(' ')
  const { fetch } = await startSiteAndFetcher((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(text))
    setTimeout(() => response.end('<!-- cached -->'), 20)
  })

  expect(textOf(await fetch('/'))).toBe(text)
  expect(await fetch('/', { maxBytes: 600_000 })).toMatchObject({ reason: 'too-large' })
})

/** As the program `gzip` writes it. */
function withFileName(packed: Buffer): Buffer {
  const header = Buffer.from(packed.subarray(0, 10))
  header[3] = 8
  return Buffer.concat([header, Buffer.from('page.html\0'), packed.subarray(10)])
}

test('reads an empty body as empty, even if it claims to be compressed', async () => {
  const { fetch } = await startSiteAndFetcher((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
  )

  expect(textOf(await fetch('/'))).toBe('')
})

test.each<[string, string, Buffer, string]>([
  ['plain text as gzip', 'gzip', Buffer.from('<html>'), "is damaged (it can't be decompressed)"],
  [
    'half a gzip',
    'gzip',
    gzipSync('a'.repeat(1000)).subarray(0, 20),
    "is damaged (it can't be decompressed)",
  ],
  ['the header of a gzip', 'gzip', gzipSync('a').subarray(0, 10), "is damaged (it can't be decompressed)"],
  [
    'a gzip with another checksum',
    'gzip',
    Buffer.concat([gzipSync('a').subarray(0, -8), Buffer.alloc(8, 1)]),
    "is damaged (it can't be decompressed)",
  ],
  [
    'a thousand gzips before plain text',
    'gzip',
    Buffer.concat([...Array.from({ length: 1000 }, () => gzipSync('a')), Buffer.from('<!-- -->')]),
    "is damaged (it can't be decompressed)",
  ],
  ['plain text as brotli', 'br', Buffer.from('<html>'), "is damaged (it can't be decompressed)"],
  ['an encoding nobody asked for', 'zstd', Buffer.from('x'), 'is compressed in a way that was not asked for'],
  [
    'a chain of encodings',
    'gzip, gzip, gzip',
    gzipSync(gzipSync(gzipSync('a'))),
    'is compressed again and again',
  ],
  ['a thousand encodings', 'gzip,'.repeat(1000), gzipSync('a'), 'is compressed again and again'],
])('%s fails with a message', async (_, encoding, body, message) => {
  const { fetch } = await startSiteAndFetcher((__, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })

  expect(await fetch('/')).toEqual({ kind: 'failed', reason: 'decoding', message })
})

test('aborts a decompression bomb at the limit, whatever its encoding', async () => {
  const zeros = Buffer.alloc(64 * mebibyte)
  const bomb = gzipSync(zeros, { level: 1 })
  const bombs: Record<string, [encoding: string, body: Buffer]> = {
    '/gzip': ['gzip', bomb],
    '/brotli': ['br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    '/twice': ['gzip, gzip', gzipSync(bomb)],
  }
  const { fetch } = await startSiteAndFetcher((request, response) => {
    const [encoding, body] = bombs[request.url ?? ''] ?? []
    response.writeHead(200, { 'content-encoding': encoding ?? '' }).end(body)
  })
  const before = process.memoryUsage.rss()
  for (const path of Object.keys(bombs))
    expect(await fetch(path)).toEqual({
      kind: 'failed',
      reason: 'too-large',
      message: 'is larger than 5 MiB',
    })

  expect(process.memoryUsage.rss() - before).toBeLessThan(60 * mebibyte)
})

test('accepts a body up to the limit and not a byte more, announced or not', async () => {
  const { fetch } = await startSiteAndFetcher((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const body = Buffer.alloc(Number(searchParams.get('bytes')))
    if (pathname === '/announced') response.setHeader('content-length', body.length)
    else response.flushHeaders()
    response.end(body)
  })

  for (const path of ['/announced', '/chunked']) {
    expect(await fetch(`${path}?bytes=1000`, { maxBytes: 1000 })).toMatchObject({ kind: 'fetched' })
    expect(await fetch(`${path}?bytes=1001`, { maxBytes: 1000 })).toEqual({
      kind: 'failed',
      reason: 'too-large',
      message: 'is larger than 1000 bytes',
    })
  }
})

test('aborts an endless body at the limit', async () => {
  const { fetch } = await startSiteAndFetcher((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {
        // until the buffer is full
      }
    }
    response.on('drain', more)
    more()
  })

  expect(await fetch('/')).toMatchObject({ kind: 'failed', reason: 'too-large' })
})

const drips: Record<string, RequestListener> = {
  'never responds': () => undefined,
  'sends a header line now and then': (_, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    drip(response, () => response.socket?.write('x: y\r\n'))
  },
  'sends one early hint after the other': (_, response) => {
    drip(response, () => response.socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'))
  },
  'sends a byte of its body now and then': (_, response) => {
    drip(response, () => response.write('x'))
  },
  'sends a compressed body that never becomes anything': (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('').subarray(0, 10))
    drip(response, () => response.write(Buffer.from([0, 0, 0, 0xff, 0xff])))
  },
}

test.each(Object.entries(drips))('does not extend the deadline for a server that %s', async (_, handler) => {
  const { fetch } = await startSiteAndFetcher(handler)
  const startedAt = performance.now()

  expect(await fetch('/', { timeoutMs: 300 })).toEqual({
    kind: 'failed',
    reason: 'timeout',
    message: 'takes too long to answer',
  })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

const breaks: Record<string, [RequestListener, string]> = {
  'closes at once': [(request) => request.socket.destroy(), 'broke off the connection'],
  'resets the connection': [(request) => request.socket.resetAndDestroy(), 'broke off the connection'],
  'resets it in the middle of the body': [
    (request, response) => {
      response
        .writeHead(200, { 'content-length': 1000 })
        .write('half', () => request.socket.resetAndDestroy())
    },
    'broke off the connection',
  ],
  'announces more than it sends': [
    (request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half', () => request.socket.end())
    },
    'broke off the connection',
  ],
  'ends in the middle of a chunk': [
    (request) => request.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf'),
    'broke off the connection',
  ],
  'is no web server': [
    (request) => request.socket.end('220 mail.example ESMTP\r\n'),
    'answers with something that is not HTTP',
  ],
  'sends headers without end': [
    (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      request.socket.end('x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(10_000))
    },
    'answers with headers that are too large',
  ],
}

test.each(Object.entries(breaks))('a server that %s fails with a message', async (_, [handler, message]) => {
  const { fetch } = await startSiteAndFetcher(handler)

  expect(await fetch('/')).toEqual({ kind: 'failed', reason: 'network', message })
})

test('does not read what a server sends beyond the announced end, which affects nothing', async () => {
  const { fetch } = await startSiteAndFetcher((request) => {
    request.socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nsmuggled')
  })

  for (const path of ['/1', '/2']) expect(textOf(await fetch(path))).toBe('body')
})

test.each([
  [401, 'asks for a login (401)'],
  [403, 'refuses access (403)'],
  [404, 'is not there (404)'],
  [410, 'is gone for good (410)'],
  [418, 'refuses the request (418)'],
  [500, 'reports a server error (500)'],
  [300, 'answers with something unexpected (300)'],
])('the status %s fails with a message', async (status, message) => {
  const { fetch } = await startSiteAndFetcher((_, response) => response.writeHead(status).end('error page'))

  expect(await fetch('/')).toEqual({ kind: 'failed', reason: 'status', status, message })
})

test.each([
  ['http://gone.test/', "can't be found: there is no such host name"],
  ['http://127.0.0.1:1/', "can't be reached: the server accepts no connection"],
])('an unreachable %s fails with a message', async (url, message) => {
  const fetcher = createFetcher({
    allowPrivateHosts: ['127.0.0.1'],
    lookup: (_, __, done) => done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []),
  })
  onTestFinished(() => fetcher.close())

  expect(await fetcher.fetch({ url })).toMatchObject({ kind: 'failed', reason: 'network', message })
})

test('can be aborted at any moment', async () => {
  const { fetch } = await startSiteAndFetcher((_, response) => void response.write('first'))
  const result = { kind: 'failed', reason: 'aborted', message: 'was not waited for' }

  expect(await fetch('/', { signal: AbortSignal.abort() })).toEqual(result)
  expect(await fetch('/', { signal: AbortSignal.timeout(100) })).toEqual(result)
})

test('aborts what is in progress when closed, and starts nothing afterwards', async () => {
  const { fetch, fetcher } = await startSiteAndFetcher((_, response) => void response.write('first'))
  const started = fetch('/')
  const waiting = fetch('/2')
  await fetcher.close()

  expect(await started).toMatchObject({ reason: 'aborted' })
  expect(await waiting).toMatchObject({ reason: 'aborted' })
  expect(await fetch('/3')).toMatchObject({ reason: 'aborted' })
})

test('shares one exchange between simultaneous requests for the same', async () => {
  const { fetch, site } = await startSiteAndFetcher((_, response) =>
    setTimeout(() => response.end('body'), 50),
  )
  const patience = new AbortController()
  const impatient = fetch('/', { signal: patience.signal })
  const others = [fetch('/'), fetch('/'), fetch('/')]
  patience.abort()

  expect(await impatient).toMatchObject({ reason: 'aborted' })
  const results = await Promise.all(others)
  expect(results.map(textOf)).toEqual(['body', 'body', 'body'])
  expect(site.paths()).toEqual(['/'])
  await fetch('/')
  expect(site.paths()).toEqual(['/', '/'])
})

test('ends the exchange when nobody waits for it any more', async () => {
  let closed = 0
  const patience = new AbortController()
  const { fetch } = await startSiteAndFetcher((_, response) => {
    response.on('close', () => (closed += 1)).write('first')
    patience.abort()
  })
  const { signal } = patience
  await Promise.all([fetch('/', { signal }), fetch('/', { signal })])

  await expect.poll(() => closed).toBe(1)
})

function drip(response: Parameters<RequestListener>[1], send: () => void): void {
  const timer = setInterval(send, 20)
  response.on('close', () => clearInterval(timer))
}

const textOf = (result: Awaited<ReturnType<ReturnType<typeof createFetcher>['fetch']>>): string =>
  result.kind === 'fetched' ? Buffer.from(result.bytes).toString() : JSON.stringify(result)
