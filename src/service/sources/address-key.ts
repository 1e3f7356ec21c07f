import { createHash } from 'node:crypto'

/**
 * The same for all spellings of one address: with and without "www.", a slash at the end, encryption, or the marks by
 * which advertisers follow readers; the order of parameters does not count. For telling addresses apart, not for fetching.
 *
 * @param address absolute, http or https
 */
export function addressKey(address: string): string {
  const url = new URL(address)
  const parameters = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map((pair) => JSON.stringify(pair))
    .sort()
  const port = url.port === '' ? '' : `:${url.port}`
  const plain = [siteOf(address) + port, url.pathname.replace(/\/+$/, ''), ...parameters].join('\n')
  return hashKey(plain)
}

/** A site by name, without the "www." that most may be left out of. */
export const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** Short enough to be a key in a table, long enough that no two are ever alike. */
export const hashKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 24)

const tracking =
  /^(?:utm_\w+|\w*clid|mc_[ce]id|_hs\w+|_ga|igshid|cmpid|ncid|xtor|at_(?:medium|campaign)|wt_mc)$/i
