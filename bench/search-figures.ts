import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { freshPage, memoryBytes } from './browser.ts'
import { type Figure, median, quantile } from './figures.ts'
import type { Ask, Reply } from './search-page/worker.ts'
import { isolation } from './stub-server.ts'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'

const collection = 'src/service/sources/starter-collection'
const sizes = [20_000, 100_000]
const rounds = 3
/** A common and a rare word, several words, a phrase of the most common words, an excluded word, and a hyphen. */
const queries = [
  'river',
  'sourdough',
  'bread oven',
  'council water price',
  '"of the river"',
  'garden -winter',
  'well-known',
]
const megabyte = 2 ** 20

/** The index of the whole library in a Chromium worker, compared with scanning every text in the same worker. */
export async function searchFigures(browser: Browser): Promise<Figure[]> {
  const server = await startSearchPage()
  const words = wordsByFrequency()
  const figures: Figure[] = []
  try {
    for (const size of sizes) {
      const page = await freshPage(browser)
      await page.goto(server.address)
      figures.push(...(await figuresAt(page, size, words)))
      await page.context().close()
    }
  } finally {
    server.stop()
  }
  return figures
}

async function figuresAt(page: Page, count: number, words: readonly string[]): Promise<Figure[]> {
  const name = count.toLocaleString('en')
  const isSmall = count === sizes[0]
  const built = await ask(page, { kind: 'build', words, count })
  const heap = await memoryBytes(page)
  const typed = await typeAll(page, 'search', rounds)
  const kept = await ask(page, { kind: 'keep' })
  const reloaded = await ask(page, { kind: 'reload', query: 'river' })
  const folded = await ask(page, { kind: 'fold' })
  const baseline = await typeAll(page, 'read', 1)
  for (const query of queries) await ask(page, { kind: 'check', query })
  return [
    {
      name: `index of ${name} articles, beside folding them`,
      value: built.workMs / 1000,
      unit: 's',
      baseline: folded.workMs / 1000,
    },
    ...(isSmall
      ? [{ name: `  the same, against its limit`, value: built.workMs / 1000, unit: 's', budget: 10 }]
      : []),
    {
      name: `  its longest step, in which no search is run`,
      value: built.longestMs,
      unit: 'ms',
      budget: 100,
    },
    { name: `  its size`, value: built.bytes / megabyte, unit: 'MB' },
    { name: `  memory of the page with it`, value: heap / megabyte, unit: 'MB' },
    { name: `  writing its copy to the device, in the background`, value: kept.workMs, unit: 'ms' },
    {
      name: `  taking it back from there, as after a reload, until it finds a word`,
      value: reloaded.workMs,
      unit: 'ms',
      budget: isSmall ? 300 : 1_000,
    },
    { name: `keystroke to results in ${name}, median`, value: median(typed), unit: 'ms', budget: 50 },
    {
      name: `  beside looking into every text`,
      value: median(typed),
      unit: 'ms',
      baseline: median(baseline),
    },
    { name: `  one of 20 takes longer than`, value: quantile(typed, 0.95), unit: 'ms' },
    { name: `  the slowest`, value: Math.max(...typed), unit: 'ms' },
  ]
}

/** Types each query letter by letter and measures the milliseconds from each letter until the page has the results. */
async function typeAll(page: Page, kind: 'search' | 'read', rounds: number): Promise<number[]> {
  const waits: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const query of queries) {
      for (let length = 1; length <= query.length; length += 1) {
        const { waitedMs } = await ask(page, { kind, query: query.slice(0, length) })
        // The first round warms up the code; the baseline warms up during its first query.
        if (round > 0) waits.push(waitedMs)
      }
    }
  }
  return waits
}

async function ask(page: Page, ask: Ask): Promise<Reply & { waitedMs: number }> {
  return page.evaluate(
    (ask) => (globalThis as unknown as { ask(ask: Ask): Promise<Reply & { waitedMs: number }> }).ask(ask),
    ask,
  )
}

/** The words of the starter collection, the most frequent first. */
export function wordsByFrequency(): string[] {
  const counts = new Map<string, number>()
  for (const name of readdirSync(collection, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const text = readFileSync(path.join(collection, name), 'utf8').replace(/^---\n.*?\n---\n/su, '')
    for (const word of text.match(/[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

async function startSearchPage() {
  const outDir = mkdtempSync(path.join(tmpdir(), 'article-desk-search-page-'))
  await build({
    configFile: false,
    root: 'bench/search-page',
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const name = pathname === '/' ? 'index.html' : path.normalize(pathname)
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html'
    try {
      const body = readFileSync(path.join(outDir, name))
      response.writeHead(200, { 'content-type': type, ...isolation }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  const port = await listenOnFreePort(server)
  return {
    address: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
