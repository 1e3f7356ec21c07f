import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  readonly status?: number
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

type Route =
  Answer | string | ((headers: IncomingHttpHeaders, response: ServerResponse) => Answer | string | undefined)

export type TestSite = Awaited<ReturnType<typeof startSite>>

/** A web site on loopback that answers what it is told to, and counts. A text alone is served as a page. */
export async function startSite(routes: Record<string, Route> = {}) {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const route = routes[path] ?? routes[path.replace(/\?.*/, '')] ?? { status: 404, body: 'Not here.' }
    const given = typeof route === 'function' ? route(request.headers, response) : route
    if (given === undefined) return
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers = {},
      body = '',
    } = typeof given === 'string' ? { body: given } : given
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    routes,
    requests,
    /** How often a path was asked for, its parameters aside. */
    count: (path: string) => requests.filter((request) => request.path.replace(/\?.*/, '') === path).length,
    /** All but robots.txt, in order. */
    paths: () => requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const nouns =
  'river bridge council market harbour winter teacher engine garden letter window mountain station baker doctor island forest kitchen morning street village theatre farmer summer paper ticket planet museum lantern orchard'.split(
    ' ',
  )
const verbs =
  'watched crossed remembered repaired counted painted carried followed opened described answered measured'.split(
    ' ',
  )

/** Prose of its own for each number: no two share a sentence. */
export function prose(seed: number, paragraphs = 5): string[] {
  let state = seed * 2_654_435_761 + 12_345
  const pick = (words: readonly string[]): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return words[(state >> 8) % words.length] ?? ''
  }
  const sentence = (): string =>
    `The ${pick(nouns)} of the ${pick(nouns)} ${pick(verbs)} a ${pick(nouns)}, and nobody near the ${pick(nouns)} ${pick(verbs)} the old ${pick(nouns)} or its ${pick(nouns)}.`
  return Array.from({ length: paragraphs }, () => Array.from({ length: 5 }, sentence).join(' '))
}

export const page = (title: string, paragraphs: readonly string[], around = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>
  <main><article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}${around}</article></main>
  <footer><p>All rights reserved by this site.</p></footer></body></html>`

export interface FeedEntry {
  readonly title: string
  readonly link?: string
  readonly guid?: string
  readonly date?: string
  readonly html?: string
}

export const rss = (entries: readonly FeedEntry[], title = 'The Test Paper'): Answer => ({
  type: 'application/rss+xml',
  body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${title}</title>${entries
    .map(
      ({ title, link, guid, date = 'Mon, 06 May 2024 10:00:00 GMT', html }) =>
        `<item><title>${title}</title>${link ? `<link>${link}</link>` : ''}${guid ? `<guid isPermaLink="false">${guid}</guid>` : ''}<pubDate>${date}</pubDate>${html ? `<content:encoded><![CDATA[${html}]]></content:encoded>` : ''}</item>`,
    )
    .join('')}</channel></rss>`,
})

export const sitemap = (addresses: readonly string[], lastmod?: string): Answer => ({
  type: 'application/xml',
  body: `<urlset>${addresses.map((loc) => `<url><loc>${loc}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`).join('')}</urlset>`,
})
