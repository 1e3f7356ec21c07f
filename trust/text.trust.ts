import { seededRandom } from '../bench/seeded-random.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Driver, DriverOptions } from '../e2e/engines/driver.ts'
import { firefoxProgram, startFirefox } from '../e2e/engines/firefox.ts'
import { hasWebKit, startWebKit } from '../e2e/engines/webkit.ts'
import { respondWithJson, type FaultProxy, startFaultProxy } from '../e2e/fault-proxy.ts'
import { type ServiceProcess, startService } from '../e2e/service-process.ts'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'
import { lacksChromium, startChromiumDriver } from './chromium.ts'
import { hostileBackup } from './hostile-backup.ts'
import { seed, trial } from './guarantee.ts'
import { jobs, visitAll } from './text-places.ts'

const engines: readonly {
  name: string
  lacks: string | undefined
  start: (options: DriverOptions) => Promise<Driver>
}[] = [
  { name: 'Chromium', lacks: lacksChromium, start: startChromiumDriver },
  { name: 'Firefox', lacks: firefoxProgram ? undefined : 'no Firefox here', start: startFirefox },
  { name: 'WebKitGTK', lacks: hasWebKit ? undefined : 'no WebKitGTK here', start: startWebKit },
]

let starting: Promise<ServiceProcess> | undefined
afterAll(async () => (await starting)?.dispose())

for (const { name, lacks, start } of engines)
  trial(
    'text cannot run',
    `payloads in every field, on every screen, in ${name}`,
    { quick: 0, whole: 500, isConcurrent: true, lacks },
    async (count) => {
      starting ??= startService()
      const service = await starting
      const wire = await startFaultProxy(service.address)
      const elsewhere = await startElsewhere()
      const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-text-'))
      const payloads = hostileTexts(count, elsewhere.address)
      const refuse = respondWith(wire, payloads)
      const backup = hostileBackup(payloads, idOf)
      const driver = await start({ folder })
      try {
        const visit = { driver, address: wire.address, account: service, payloads, backup, refuse }
        const places = await visitAll(visit)
        expect(elsewhere.requests).toEqual([])
        return `0 run, 0 foreign requests, 0 violations, on ${places} screens and dialogs`
      } finally {
        await driver.close()
        await wire.dispose()
        elsewhere.close()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

/** The address to which payloads would send data. */
async function startElsewhere() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  const port = await listenOnFreePort(server)
  return { address: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}

const openings = [
  '',
  '"',
  "'",
  '`',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '-->',
  ']]>',
  '{{',
  '${',
  '</script>',
  '\u0000',
  '\u202e',
]

const scripts = (to: string): readonly string[] => [
  '<script>window.ran=1</script>',
  `<script src="${to}/a.js"></script>`,
  '<img src=x onerror="window.ran=1">',
  `<img src="${to}/a.png">`,
  '<svg onload="window.ran=1">',
  `<svg><image href="${to}/a.svg"/></svg>`,
  '<svg><animate onbegin="window.ran=1" attributeName="x" dur="1s"/></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.ran=1">',
  `<iframe src="${to}/a" srcdoc="<script>parent.ran=1</script>"></iframe>`,
  '<a href="javascript:window.ran=1">read on</a>',
  `<link rel="stylesheet" href="${to}/a.css">`,
  `<style>@import "${to}/b.css"; body{background:url(${to}/c.png)}</style>`,
  `<meta http-equiv="refresh" content="0;url=${to}/d">`,
  `<base href="${to}/">`,
  `<form action="${to}/e"><input autofocus onfocus="window.ran=1"></form>`,
  '<details open ontoggle="window.ran=1">x</details>',
  `<video poster="${to}/f"><source onerror="window.ran=1" src="${to}/g"></video>`,
  `<object data="${to}/h"></object><embed src="${to}/i">`,
  '&lt;img src=x onerror=&quot;window.ran=1&quot;&gt;',
  '&#60;script&#62;window.ran=1&#60;/script&#62;',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<template><script>window.ran=1</script></template>',
  'javascript:window.ran=1',
  `data:text/html,<script>fetch("${to}/j")</script>`,
  '__proto__',
  'constructor',
  `![x](${to}/k.png)`,
  `<p style="background:url('${to}/l')">styled</p>`,
]

function hostileTexts(count: number, to: string): string[] {
  const random = seededRandom(seed)
  const bodies = scripts(to)
  const opening = () => openings[Math.floor(random() * openings.length)]!
  return Array.from(
    { length: count },
    (_, at) => opening() + bodies[at % bodies.length]! + (random() < 0.5 ? opening() : ''),
  )
}

const idOf = (payload: string, at: number): string => `${at} ${payload}`

/**
 * Every article has a different payload in each field.
 *
 * @returns a function that makes the service refuse everything, with payloads in its messages, or stop doing so
 */
function respondWith(wire: FaultProxy, payloads: readonly string[]): (isRefusing: boolean) => void {
  const of = (at: number) => payloads[at % payloads.length]!
  const articles = payloads.map((payload, at) => ({
    id: idOf(payload, at),
    title: of(at + 1),
    text: `${of(at + 2)}\n\n${at % 3 === 0 ? `<p>${of(at + 3)}</p><p>and</p>` : of(at + 3)}`,
    url: at % 2 === 0 ? `https://news.example/${of(at + 4)}` : of(at + 4),
    source: of(at + 5),
    author: of(at + 6),
    published_at: at % 2 === 0 ? '2026-01-31' : of(at + 7),
    category: of(at + 8),
    [of(at + 9)]: of(at + 10),
  }))
  let isRefusing = false
  let made = 0
  wire.inject((request, response) => {
    const isPing = request.url?.includes('/ping') ?? false
    if (isPing && !isRefusing) return false
    // Reads the whole request first, as a service does: WebKit takes an earlier response for a lost connection.
    request.resume().on('end', () => {
      const id = Number(/jobs\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      const detail = `keywords: ${of(12)}; category ${of(13)}`
      const job = { id, category: of(3) }
      if (isRefusing && (isPing || id === 0))
        respondWithJson(response, isPing ? 500 : 422, { title: of(11), detail })
      else if (id === jobs.failing) respondWithJson(response, 500, { title: of(11), detail: of(2) })
      else if (id === 0) respondWithJson(response, 200, { id: (made += 1) })
      else if (id === jobs.running)
        respondWithJson(response, 200, { ...job, state: of(2), articles: articles.slice(0, 50) })
      else
        respondWithJson(response, 200, { ...job, state: 'success', articles: [...articles, of(14), of(15)] })
    })
    return true
  })
  return (refusing) => (isRefusing = refusing)
}
