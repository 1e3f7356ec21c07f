import { waitFor } from '@testing-library/dom'
import * as fc from 'fast-check'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { isArticleId } from '../src/contract/ids.ts'
import { meaningOfState } from '../src/contract/job-state.ts'
import { SignedInRoutes } from '../src/desk/app/routes.tsx'
import { paths } from '../src/desk/paths.ts'
import { DeskProviders } from '../src/desk/testing/desk-providers.tsx'
import { createStubService } from '../src/desk/testing/stub-service.ts'
import { testWorkerApi } from '../src/desk/testing/test-worker-api.ts'
import { isTimeOver, seed, trial } from './guarantee.ts'
import { goWithin } from './text-in-page.ts'

/** Any string, including lone surrogates, markup, terminal escapes and line breaks. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud83d',
    '\u202e',
    '__proto__',
    'constructor',
    '../..',
    '%',
    '#',
    '?',
    '~1',
    '[object Object]',
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '=1+1',
    '${1}',
    '{{1}}',
  ),
)

const anyState = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('success', 'running', 'failed') }, anyText)

const anyId = fc.oneof(
  { weight: 3, arbitrary: fc.nat() },
  anyText,
  fc.constantFrom(-1, 0, 1.5, 2 ** 53, -(2 ** 60), 1e300, null, true, [], {}),
)

const anyArticle = fc.oneof(
  { weight: 8, arbitrary: fc.record({ id: anyId, title: anyText, text: anyText }) },
  fc.record({ id: anyId, title: fc.jsonValue({ maxDepth: 1 }), text: fc.jsonValue({ maxDepth: 1 }) }),
  fc.jsonValue({ maxDepth: 2 }),
)

const anyJob = fc.record({
  state: anyState,
  category: fc.oneof(anyText, fc.jsonValue({ maxDepth: 1 })),
  articles: fc.array(anyArticle, { maxLength: 8 }),
})

/** A response as it arrives: usually a job, sometimes cut off, a different one, or not JSON at all. */
const anyResponse = fc.tuple(
  anyJob,
  fc.option(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.jsonValue({ maxDepth: 2 }), anyText), {
    freq: 8,
  }),
)

type AnyResponse = typeof anyResponse extends fc.Arbitrary<infer A> ? A : never

function bodyOf(jobId: number, [job, odd]: AnyResponse): string {
  const whole = JSON.stringify({ id: jobId, ...job })
  if (odd === null) return whole
  return typeof odd === 'number' ? whole.slice(0, Math.floor(whole.length * odd)) : JSON.stringify(odd)
}

/** The number of usable articles, as in "Ready: 3 articles". */
function usable(articles: readonly unknown[]): number {
  const ids = articles.flatMap((article) => {
    const { id, title, text } = (article ?? {}) as Record<string, unknown>
    if (typeof title !== 'string' || typeof text !== 'string') return []
    if (isArticleId(id)) return [id]
    return typeof id === 'number' && Number.isInteger(id) ? [String(BigInt(id))] : []
  })
  return new Set(ids).size
}

const jobsAtOnce = 20

trial(
  'no response crashes the desk',
  'generated responses, each through the screens of its job',
  { quick: 40, whole: 20_000 },
  async (count) => {
    const responses = fc.sample(anyResponse, { numRuns: count, seed })
    const errors: string[] = []
    vi.spyOn(console, 'error').mockImplementation(
      (...words) => void errors.push(words.join(' ').slice(0, 500)),
    )
    const hear = (event: ErrorEvent | PromiseRejectionEvent) =>
      errors.push(String('reason' in event ? event.reason : event.message))
    addEventListener('error', hear)
    addEventListener('unhandledrejection', hear)
    let shown = 0
    while (shown < count && !isTimeOver()) {
      await showAll(responses.slice(shown, shown + jobsAtOnce), shown + 1)
      shown = Math.min(count, shown + jobsAtOnce)
    }
    removeEventListener('error', hear)
    removeEventListener('unhandledrejection', hear)
    vi.restoreAllMocks()
    expect(errors.filter((error) => !/\bact\(/.test(error))).toEqual([])
    return [shown, '0 uncaught, 0 screens down, 0 false "Ready"']
  },
)

async function showAll(responses: readonly AnyResponse[], firstId: number): Promise<void> {
  const service = createStubService()
  const worker = testWorkerApi({ service })
  for (const [index, response] of responses.entries()) {
    const jobId = firstId + index
    service.failNext(
      new Response(bodyOf(jobId, response), { headers: { 'Content-Type': 'application/json' } }),
    )
    const { key } = await worker.openJob(jobId)
    const { record } = await worker.checkJob(key)
    const [{ state, articles }] = response
    const where = `job ${jobId}: ${bodyOf(jobId, response).slice(0, 300)}`
    const isWhole = bodyOf(jobId, response) === bodyOf(jobId, [response[0], null])
    expect(record.phase === 'ready', where).toBe(isWhole && meaningOfState(state) === 'success')
    if (record.phase === 'ready') expect(record.articleCount, where).toBe(usable(articles))
  }
  // Not with the testing library's `render`, which does not work with React's production build.
  history.replaceState(null, '', paths.jobs)
  const main = document.body.appendChild(document.createElement('main'))
  const root = createRoot(main)
  root.render(
    <DeskProviders worker={worker}>
      <SignedInRoutes />
    </DeskProviders>,
  )
  await standing('Jobs')
  for (const { key, phase } of await worker.library.jobs()) {
    await goTo(paths.job(key), `Job ${key}`)
    if (phase !== 'ready') continue
    const [card] = await worker.library.cards(key, 0)
    if (card) await goTo(paths.article(key, card.id), card.title.trim() || 'Untitled')
  }
  await goTo(paths.library, 'Library')
  await goTo(paths.skippedArticles, 'Skipped articles')
  root.unmount()
  main.remove()
  worker.watch.stop()
}

/** @param heading the screen's heading, which must appear: a screen that threw has been replaced */
async function goTo(path: string, heading: string): Promise<void> {
  goWithin(path)
  await standing(heading)
}

async function standing(heading: string): Promise<void> {
  await waitFor(() => {
    for (const name of ['h1', 'h2'])
      for (const { textContent } of document.getElementsByTagName(name))
        if (textContent.includes(heading)) return
    throw new Error(`No heading ${heading} at ${location.pathname}`)
  })
}
