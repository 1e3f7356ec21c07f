import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { FetchRequest } from '../fetching/fetch-result.ts'
import { createFetcher, type FetcherOptions } from '../fetching/fetcher.ts'
import { startSite, type TestSite } from './test-site.ts'

export interface SiteOptions extends FetcherOptions {
  readonly robots?: string | RequestListener
}

/** Starts a site and a fetcher that may ask it without a pause; both close with the test. */
export async function startSiteAndFetcher(
  handler: RequestListener,
  { robots, ...options }: SiteOptions = {},
) {
  const site = await startSiteForTest(handler, robots)
  const fetcher = createFetcher({ allowPrivateHosts: [site.host], pauseMs: 0, ...options })
  onTestFinished(() => fetcher.close())
  const fetch = (path: string, request: Omit<FetchRequest, 'url'> = {}) =>
    fetcher.fetch({ url: `${site.url}${path}`, ...request })
  return { site, fetcher, fetch }
}

/** Starts a site that closes with the test. It has no robots.txt unless one is given. */
export async function startSiteForTest(
  handler: RequestListener,
  robots?: string | RequestListener,
): Promise<TestSite> {
  const site = await startSite((request, response) => {
    if (request.url !== '/robots.txt') handler(request, response)
    else if (typeof robots === 'function') robots(request, response)
    else if (robots === undefined) response.writeHead(404).end()
    else response.end(robots)
  })
  onTestFinished(site.close)
  return site
}
