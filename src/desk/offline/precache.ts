import { apiPrefix, pageStylesPath, settingsPath, sourcesPath } from '../../contract/paths.ts'

/** Path of each file of one build with its digest ("sha256-..."); "/" is the one page. */
export type PrecachedFiles = Readonly<Record<string, string>>

/** What of a request decides; a navigation can't be made by hand, so that a test needs no more than this. */
export type AskedFor = Pick<Request, 'method' | 'mode' | 'url'> & { readonly headers: Pick<Headers, 'has'> }

export interface PrecacheOptions<Asked> {
  readonly caches: CacheStorage
  readonly fetch: (input: string | Asked, init?: RequestInit) => Promise<Response>
  readonly files: PrecachedFiles
  /** Another one for every build. */
  readonly version: string
  readonly origin: string
  /** As {@link PrecachedFiles} has them. */
  readonly digestOf: (bytes: ArrayBuffer) => Promise<string>
}

export interface Precache<Asked> {
  /** Brings every file of the build, or rejects and leaves nothing behind. */
  install(): Promise<void>
  /** Deletes earlier builds; all but the latest where tabs are still open that began with it. */
  dropEarlier(options: { tabsAreOpen: boolean }): Promise<void>
  /** Undefined for what is none of the desk's own files: the browser deals with it as if nobody stood between. */
  answer(request: Asked): Promise<Response> | undefined
}

/**
 * The files of one build, kept whole in the browser's cache under the headers they came with, so that the page is as
 * tightly locked offline as it is online. What a service answers is never looked at, let alone kept.
 */
export function createPrecache<Asked extends AskedFor>({
  caches,
  fetch,
  files,
  version,
  origin,
  digestOf,
}: PrecacheOptions<Asked>): Precache<Asked> {
  const own = prefix + version
  /** Files that were found to be as they were built since this worker was started. */
  const checked = new Set<string>()

  const earlier = async () => (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)

  async function install(): Promise<void> {
    // Half of it may be there: an install that the browser was closed in.
    await caches.delete(own)
    const cache = await caches.open(own)
    try {
      // One after another: what the editor does in the meantime goes first.
      for (const [path, digest] of Object.entries(files)) await cache.put(path, await bring(path, digest))
    } catch (error) {
      await caches.delete(own)
      throw error
    }
  }

  async function bring(path: string, integrity: string): Promise<Response> {
    const kept = isHashed(path) ? await find(path, await earlier()) : undefined
    if (kept && (await isSound(kept, integrity))) return kept
    // The digest tells a file of the next deploy from this one's: two builds are never mixed.
    const cache = isHashed(path) ? 'default' : 'no-cache'
    const answer = await fetch(path, { integrity, cache, redirect: 'error' })
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    return answer
  }

  async function isSound(kept: Response, digest: string): Promise<boolean> {
    return (await digestOf(await kept.clone().arrayBuffer())) === digest
  }

  /** What is kept of a file, as it was built: a disk may have damaged it. */
  async function answerOf(path: string): Promise<Response | undefined> {
    const kept = await find(path, [own, ...(isHashed(path) ? await earlier() : [])])
    const digest = Object.hasOwn(files, path) ? files[path] : undefined
    if (!kept || digest === undefined || checked.has(path)) return kept
    if (!(await isSound(kept, digest))) return mend(path, digest)
    checked.add(path)
    return kept
  }

  /** Undefined where it does not come: the network is asked as if nothing were kept. */
  async function mend(path: string, integrity: string): Promise<Response | undefined> {
    const answer = await fetch(path, { integrity, cache: 'reload', redirect: 'error' }).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    await (await caches.open(own)).put(path, answer.clone())
    return answer
  }

  async function find(path: string, names: readonly string[]): Promise<Response | undefined> {
    for (const name of names) {
      const kept = await (await caches.open(name)).match(path, { ignoreVary: true })
      if (kept) return kept
    }
    return undefined
  }

  function pathOf({ method, mode, url, headers }: AskedFor): string | undefined {
    const { origin: asked, pathname, search } = new URL(url)
    if (method !== 'GET' || asked !== origin || headers.has('Range')) return undefined
    if (pathname !== '/' && search === '' && Object.hasOwn(files, pathname)) return pathname
    // A part that only an earlier build had: a tab that is still open began with it.
    if (isHashed(pathname)) return pathname
    return mode === 'navigate' && !isOfService(pathname) ? '/' : undefined
  }

  return {
    install,
    async dropEarlier({ tabsAreOpen }) {
      const names = await earlier()
      for (const name of tabsAreOpen ? names.slice(0, -1) : names) await caches.delete(name)
    },
    answer(request) {
      const path = pathOf(request)
      if (path === undefined) return undefined
      return answerOf(path)
        .catch(() => undefined)
        .then((response) => response ?? fetch(request))
    },
  }
}

const prefix = 'article-desk/'

/** Where the build puts what carries a hash of its content in its name. */
const isHashed = (path: string): boolean => path.startsWith('/assets/')

const servicePaths = [
  apiPrefix.replace(/\/v.*/, ''),
  settingsPath,
  sourcesPath,
  pageStylesPath,
  '/openapi.json',
]

const isOfService = (pathname: string): boolean =>
  servicePaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
