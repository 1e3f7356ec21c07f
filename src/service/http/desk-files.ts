import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { Environment } from './environment.ts'
import { chooseEncoding, matchesEtag } from './negotiation.ts'
import { deskContentSecurityPolicy } from './security-headers.ts'

interface DeskFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br?: Buffer | undefined
  readonly gzip?: Buffer | undefined
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}

class NoDeskError extends Error {
  override readonly name = 'NoDeskError'
}

/** Where the build puts files with a content hash in their names. */
const hashedFolder = '/assets/'

/**
 * Serves the desk from its build, which is read once: rebuilding beside a running service never mixes two versions, and
 * no request path reaches the file system. When a browser navigates to an address without a file, it gets the desk's
 * one page.
 *
 * @throws NoDeskError if `distDir` has no index.html
 */
export function serveDesk(distDir: string): MiddlewareHandler<Environment> {
  // Check this before reading, since the folder may hold anything.
  if (!existsSync(join(distDir, 'index.html')))
    throw new NoDeskError(`There is no built desk in ${distDir}: run npm run build first.`)
  const files = readFiles(distDir)
  const index = files.get('/index.html')!

  return async (c, next) => {
    const { method, path } = c.req
    if (method !== 'GET' && method !== 'HEAD') return next()
    const isNavigation =
      !path.startsWith(hashedFolder) && (c.req.header('Accept') ?? '').includes('text/html')
    const file = files.get(path) ?? (path === '/' || isNavigation ? index : undefined)
    if (!file) return next()

    const encoding = chooseEncoding(c.req.header('Accept-Encoding') ?? '')
    // The build compresses a file in both ways, or, if it is small, in neither.
    const encoded = encoding && file[encoding]
    const etag = encoded ? `"${file.etag}-${encoding}"` : `"${file.etag}"`
    const headers = new Headers({
      'Content-Type': file.type,
      'Cache-Control': path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': deskContentSecurityPolicy,
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
    const body = encoded || file.plain
    if (encoded) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.length))
    return new Response(method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
}

function readFiles(distDir: string): Map<string, DeskFile> {
  const contents = new Map<string, Buffer>()
  for (const entry of readdirSync(distDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const place = join(entry.parentPath, entry.name)
    contents.set(`/${relative(distDir, place).split(sep).join('/')}`, readFileSync(place))
  }
  const files = new Map<string, DeskFile>()
  for (const [path, plain] of contents) {
    const type = types[extname(path)]
    if (!type) continue
    const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    files.set(path, { type, etag, plain, br: contents.get(`${path}.br`), gzip: contents.get(`${path}.gz`) })
  }
  return files
}
