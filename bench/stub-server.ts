import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { precompress } from '../scripts/precompress.ts'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'
import { deskContentSecurityPolicy } from '../src/service/http/security-headers.ts'
import { madeJob } from './made-jobs.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Headers that let a page measure its memory. */
export const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/**
 * Serves the built desk, the bare page and finished jobs from memory, so that only the browser's part is timed and both
 * pages wait for the same bytes. A job's number encodes its size: all digits but the last two. A created job is
 * finished at once and as large as requested.
 */
export async function startStubServer() {
  const reactPage = await buildReactPage()
  const jobs = new Map<number, Buffer>()
  /** Articles of created jobs by number of articles; shared by all jobs of a size, so that no page waits for them. */
  const created = new Map<number, Buffer>()

  function jobBody(jobId: number): Buffer {
    const job = jobs.get(jobId) ?? madeJob(jobId, Math.floor(jobId / 100))
    jobs.set(jobId, job)
    return job
  }

  function createJob(count: number): number {
    const made = jobBody(count * 100)
    const id = count * 100 + 1 + (created.size % 99)
    created.set(id, made.subarray(made.indexOf(',')))
    return id
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value)
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const jobId = Number(/^\/api\/v1\.0\/jobs\/(\d+)$/.exec(pathname)?.[1])
    if (pathname === '/api/v1.0/ping') {
      sendJson(response, Buffer.from('{"ping":"pong","authenticated_user":"bench@localhost"}'))
    } else if (pathname === '/api/v1.0/jobs') {
      void json(request).then((asked) => {
        const id = createJob((asked as { article_count: number }).article_count)
        sendJson(response, Buffer.from(`{"id":${id}}`))
      })
    } else if (jobId) {
      const articles = created.get(jobId)
      sendJson(response, ...(articles ? [Buffer.from(`{"id":${jobId}`), articles] : [jobBody(jobId)]))
    } else if (pathname.startsWith('/react/')) {
      sendFile(response, path.join(reactPage, path.normalize(pathname.slice('/react'.length))), {})
    } else if (pathname.startsWith('/bare/')) {
      sendFile(response, path.join('bench/bare-page', path.basename(pathname)), {})
    } else {
      const file = path.extname(pathname) ? pathname : '/index.html'
      sendFile(response, path.join('dist/desk', path.normalize(file)), {
        'content-security-policy': deskContentSecurityPolicy,
        'cache-control': file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    }
  })
  const port = await listenOnFreePort(server)
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        rmSync(reactPage, { recursive: true, force: true })
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The baseline for the desk's first page: React, built by the same tools, with one field. */
async function buildReactPage(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'article-desk-react-page-'))
  await build({
    configFile: false,
    root: 'bench/react-page',
    base: '/react/',
    logLevel: 'error',
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

function sendJson(response: ServerResponse, ...parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  for (const part of parts) response.write(part)
  response.end()
}

/** Prefers the gzip that the build wrote beside a file, as the real service does. */
function sendFile(response: ServerResponse, file: string, headers: Record<string, string>): void {
  const type = types[path.extname(file)] ?? 'application/octet-stream'
  const zipped = read(`${file}.gz`)
  const body = zipped ?? read(file)
  if (!body) return void response.writeHead(404).end()
  response
    .writeHead(200, { ...headers, 'content-type': type, ...(zipped && { 'content-encoding': 'gzip' }) })
    .end(body)
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
