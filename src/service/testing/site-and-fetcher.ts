import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { FetchRequest } from '../fetching/fetch-result.ts'
import { createFetcher, type FetcherOptions } from '../fetching/fetcher.ts'
import { startLoopbackSite } from './loopback-site.ts'

export interface SiteOptions extends FetcherOptions {
  readonly robots?: string | RequestListener
}

/** Starts a site on loopback and a fetcher that may ask it without a pause; both close with the test. */
export async function startSiteAndFetcher(
  handler: RequestListener,
  { robots, ...options }: SiteOptions = {},
) {
  const site = await startLoopbackSite(handler, robots)
  const fetcher = createFetcher({ allowPrivateHosts: [site.host], pauseMs: 0, ...options })
  onTestFinished(() => fetcher.close())
  const fetch = (path: string, request: Omit<FetchRequest, 'url'> = {}) =>
    fetcher.fetch({ url: `${site.origin}${path}`, ...request })
  return { site, fetcher, fetch }
}
