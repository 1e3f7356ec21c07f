import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { listenOnFreePort } from './free-port.ts'

export interface TestResponse {
  readonly status?: number
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

type Route =
  | TestResponse
  | string
  | ((headers: IncomingHttpHeaders, response: ServerResponse) => TestResponse | string | undefined)

export type TestSite = Awaited<ReturnType<typeof startSite>>

/**
 * A web site on loopback that gives the configured responses and notes requests. A plain string is served as a page.
 * With a certificate it serves https, as localhost.
 *
 * @param given responses by path, or what handles every request
 */
export async function startSite(
  given: Record<string, Route> | RequestListener = {},
  secure?: { readonly cert: string; readonly key: string },
) {
  const routes = typeof given === 'function' ? {} : given
  const handle = typeof given === 'function' ? given : respond
  const requests: { path: string; headers: IncomingHttpHeaders; at: number }[] = []
  let connections = 0
  const serve: RequestListener = (request, response) => {
    requests.push({ path: request.url ?? '/', headers: request.headers, at: performance.now() })
    handle(request, response)
  }
  const server = secure ? createSecureServer(secure, serve) : createServer(serve)
  server.on('connection', () => (connections += 1))

  function respond({ url: path = '/', headers: sent }: IncomingMessage, response: ServerResponse): void {
    const route = routes[path] ?? routes[path.replace(/\?.*/, '')] ?? { status: 404, body: 'Not here.' }
    const found = typeof route === 'function' ? route(sent, response) : route
    if (found === undefined) return
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers = {},
      body = '',
    } = typeof found === 'string' ? { body: found } : found
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  }
  const host = `${secure ? 'localhost' : '127.0.0.1'}:${await listenOnFreePort(server)}`
  return {
    host,
    url: `${secure ? 'https' : 'http'}://${host}`,
    routes,
    requests,
    /** How often a path was requested, ignoring its parameters. */
    count: (path: string) => requests.filter((request) => request.path.replace(/\?.*/, '') === path).length,
    /** All requested paths but robots.txt, in order. */
    paths: () => requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
    /** How many connections were opened. */
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const syllables = 'ba re ni lo ter mar quin dol sa vi ken ru phe sti gan ora'.split(' ')

/** Generates distinct prose for each seed: unique names and things, in sentences of varied form. */
export function prose(seed: number, paragraphs = 5): string[] {
  let state = seed * 2_654_435_761 + 12_345
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >> 8) % most
  }
  const word = (): string => Array.from({ length: 3 }, () => syllables[below(syllables.length)]).join('')
  const makes = [
    () =>
      `The ${word()} of ${word()} stood by its ${word()}, though ${word()} had said that no ${word()} would hold.`,
    () =>
      `When ${word()} and ${word()} came to the ${word()}, they found only ${word()} where once a ${word()} was.`,
    () =>
      `Nobody in ${word()} knew why ${word()} should be worth more than ${word()}, or who had brought the ${word()}.`,
    () =>
      `“It is a ${word()},” said ${word()} on Tuesday, “and we will have ${word()} before the ${word()} is over.”`,
    () =>
      `For years ${word()} had been the largest ${word()} between ${word()} and ${word()}, until ${word()} closed.`,
  ]
  return Array.from({ length: paragraphs }, () =>
    Array.from({ length: 5 }, () => makes[below(makes.length)]!()).join(' '),
  )
}

export const asHtml = (paragraphs: readonly string[]): string =>
  paragraphs.map((text) => `<p>${text}</p>`).join('\n')

export const page = (title: string, paragraphs: readonly string[], around = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>
  <main><article><h1>${title}</h1>${asHtml(paragraphs)}${around}</article></main>
  <footer><p>All rights reserved by this site.</p></footer></body></html>`

export interface FeedEntry {
  readonly title: string
  readonly link?: string
  readonly guid?: string
  readonly date?: string
  readonly html?: string
}

export const rss = (entries: readonly FeedEntry[], title = 'The Test Paper'): TestResponse => ({
  type: 'application/rss+xml',
  body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${title}</title>${entries
    .map(
      ({ title, link, guid, date = 'Mon, 06 May 2024 10:00:00 GMT', html }) =>
        `<item><title>${title}</title>${link ? `<link>${link}</link>` : ''}${guid ? `<guid isPermaLink="false">${guid}</guid>` : ''}<pubDate>${date}</pubDate>${html ? `<content:encoded><![CDATA[${html}]]></content:encoded>` : ''}</item>`,
    )
    .join('')}</channel></rss>`,
})

export const sitemap = (addresses: readonly string[], lastmod?: string): TestResponse => ({
  type: 'application/xml',
  body: `<urlset>${addresses.map((loc) => `<url><loc>${loc}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`).join('')}</urlset>`,
})
