import { apiPrefix, pageStylesPath, settingsPath, sourcesPath } from '../../contract/paths.ts'

/** Maps the path of each file of one build to its digest ("sha256-..."); "/" is the only page. */
export type PrecachedFiles = Readonly<Record<string, string>>

/** The parts of a request that matter here; tests can't construct a navigation request. */
export type AskedFor = Pick<Request, 'method' | 'mode' | 'url'> & { readonly headers: Pick<Headers, 'has'> }

export interface PrecacheOptions<Asked> {
  readonly caches: CacheStorage
  readonly fetch: (input: string | Asked, init?: RequestInit) => Promise<Response>
  readonly files: PrecachedFiles
  /** Differs for every build. */
  readonly version: string
  readonly origin: string
  /** In the form of {@link PrecachedFiles}. */
  readonly digestOf: (bytes: ArrayBuffer) => Promise<string>
}

export interface Precache<Asked> {
  /** Fetches every file of the build that is not there yet, or rejects and leaves what was there before. */
  install(): Promise<void>
  /** Call on activation. Deletes the other builds; keeps the one active before while tabs may have loaded it. */
  dropEarlier(options: { tabsAreOpen: boolean }): Promise<void>
  /** Undefined for anything but the desk's own files: the browser handles it as if there were no service worker. */
  respond(request: Asked): Promise<Response> | undefined
}

/**
 * The files of one build, kept complete in the browser's cache with their original headers, so that the page is locked
 * down offline as it is online. Responses of a service are never read or cached.
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
  /** Files verified against the build's digests since this worker started. */
  const checked = new Set<string>()

  const earlier = async () => (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)

  async function install(): Promise<void> {
    // After a rollback these may be the files of the active version, or a part of them if the browser was closed.
    const wasThere = (await caches.keys()).includes(own)
    const cache = await caches.open(own)
    try {
      // One at a time, so that the editor's own requests go first.
      for (const [path, digest] of Object.entries(files)) {
        const kept = wasThere ? await find(path, [own]) : undefined
        if (!kept || !(await isSound(kept, digest))) await cache.put(path, await bring(path, digest))
      }
    } catch (error) {
      if (!wasThere) await caches.delete(own)
      throw error
    }
  }

  async function bring(path: string, integrity: string): Promise<Response> {
    const kept = isHashed(path) ? await find(path, [own, ...(await earlier())]) : undefined
    if (kept && (await isSound(kept, integrity))) return kept
    // The digest distinguishes this deploy's file from the next one's: builds are never mixed. What is damaged here may
    // be damaged in the browser's HTTP cache too.
    const cache = kept ? 'reload' : isHashed(path) ? 'default' : 'no-cache'
    const response = await fetch(path, { integrity, cache, redirect: 'error' })
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
    return response
  }

  async function isSound(kept: Response, digest: string): Promise<boolean> {
    return (await digestOf(await kept.clone().arrayBuffer())) === digest
  }

  /** The cached file, verified against the build's digest: the disk may have damaged it. */
  async function cachedFile(path: string): Promise<Response | undefined> {
    const kept = await find(path, [own, ...(isHashed(path) ? await earlier() : [])])
    const digest = Object.hasOwn(files, path) ? files[path] : undefined
    if (!kept || digest === undefined || checked.has(path)) return kept
    if (!(await isSound(kept, digest))) return repair(path, digest)
    checked.add(path)
    return kept
  }

  /** Undefined if it can't be fetched: the network is then used as if nothing were cached. */
  async function repair(path: string, integrity: string): Promise<Response | undefined> {
    const response = await fetch(path, { integrity, cache: 'reload', redirect: 'error' }).catch(
      () => undefined,
    )
    if (response?.status !== 200) return undefined
    await (await caches.open(own)).put(path, response.clone())
    return response
  }

  async function find(path: string, names: readonly string[]): Promise<Response | undefined> {
    for (const name of names) {
      const kept = await (await caches.open(name)).match(path, { ignoreVary: true })
      if (kept) return kept
    }
    return undefined
  }

  async function haveMark(names: readonly string[]): Promise<string[]> {
    const marks = await Promise.all(names.map((name) => find(activeMark, [name])))
    return names.filter((_, index) => marks[index])
  }

  function pathOf({ method, mode, url, headers }: AskedFor): string | undefined {
    const { origin: asked, pathname, search } = new URL(url)
    if (method !== 'GET' || asked !== origin || headers.has('Range')) return undefined
    if (pathname !== '/' && search === '' && Object.hasOwn(files, pathname)) return pathname
    // A chunk that only an earlier build had, needed by a tab still open from then.
    if (isHashed(pathname)) return pathname
    return mode === 'navigate' && !isOfService(pathname) ? '/' : undefined
  }

  return {
    install,
    async dropEarlier({ tabsAreOpen }) {
      const names = await earlier()
      const lastActive = (await haveMark(names)).at(-1) ?? names.at(-1)
      for (const name of names) {
        if (!tabsAreOpen || name !== lastActive) await caches.delete(name)
        else await (await caches.open(name)).delete(activeMark)
      }
      // Without room for it, the latest build counts as the active one.
      await (await caches.open(own)).put(activeMark, new Response()).catch(() => {})
    },
    respond(request) {
      const path = pathOf(request)
      if (path === undefined) return undefined
      return cachedFile(path)
        .catch(() => undefined)
        .then((response) => response ?? fetch(request))
    },
  }
}

const prefix = 'article-desk/'

/** In the cache of the active build. The order of the caches doesn't tell, since a rollback returns to an older one. */
const activeMark = '/active'

/** Folder of build files with a content hash in their names. */
const isHashed = (path: string): boolean => path.startsWith('/assets/')

const servicePaths = [
  apiPrefix.replace(/\/v.*/, ''),
  settingsPath,
  sourcesPath,
  pageStylesPath,
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
]

export const isOfService = (pathname: string): boolean =>
  servicePaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
