import { seededRandom } from '../bench/seeded-random.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { expect as soon, firstArticleDrawn, signIn } from '../e2e/fixtures.ts'
import { type ServiceProcess, startService } from '../e2e/service-process.ts'
import { jobPath } from '../src/contract/paths.ts'
import { paths } from '../src/desk/paths.ts'
import { openTestDatabase } from '../src/service/testing/test-jobs.ts'
import { type Chromium, lacksChromium, startChromium } from './chromium.ts'
import {
  keepFiles,
  lastFile,
  type LibraryFile,
  madeUpFrom,
  makeLibraryFile,
  type Mark,
  readLibraryFile,
  type SavedJob,
} from './library-file.ts'
import { noteCalls } from './note-calls.ts'
import { isTimeOver, seed, trial } from './guarantee.ts'
import { goWithin } from './text-in-page.ts'

/** After this the next editor starts with an empty library: a growing one would only take longer to compare. */
const killsPerEditor = 25

trial(
  'nothing saved disappears',
  'kills of the browser while articles arrive, are decided, noted, exported, restored',
  { quick: 0, whole: 200, lacks: lacksChromium },
  async (kills) => {
    const service = await startService({ requestsPerMinute: 1e9 })
    const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-kills-'))
    let begun = 0
    let done = 0
    let jobs = 0
    let confirmed = 0
    let reloads = 0

    async function runEditors(): Promise<void> {
      while (begun < kills && !isTimeOver()) {
        const first = begun
        const last = (begun = Math.min(kills, begun + killsPerEditor))
        const editor = killedEditor(
          service,
          path.join(folder, `profile-${first}`),
          seededRandom(seed + first),
        )
        try {
          for (let kill = first; kill < last && !isTimeOver(); kill += 1) {
            await editor.workUntilKilled()
            done += 1
          }
          const kept = await editor.finish()
          jobs += kept.jobs
          confirmed += kept.confirmed
          reloads += kept.reloads
        } finally {
          await editor.close()
        }
      }
    }

    try {
      // Two at a time: each waits for its browser to start, and for the service.
      const ends = await Promise.allSettled([runEditors(), runEditors()])
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      await service.kill()
      const database = await openTestDatabase({ dataDir: service.dataDir })
      const { rows } = await database.query('select 1 from jobs')
      await database.close()
      expect(rows.length, 'jobs of the service for as many requests').toBe(jobs)
      const held = `0 lost, 0 doubled, 0 half of ${jobs} jobs and ${confirmed} confirmed changes`
      return [done, `${held}; ${reloads} times signed in only after a reload`]
    } finally {
      await service.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** A call from the page to its worker; confirmed once the page has its result. */
interface Call {
  readonly name: string
  readonly edits: readonly Edit[]
  result?: { readonly kind?: string; readonly key?: string } | undefined
  isConfirmed: boolean
}

interface Edit {
  readonly ids: readonly number[]
  readonly set: { decision?: string | null; note?: string; read?: boolean; exported?: true }
}

type Work = (page: Page, library: LibraryFile, isTime: () => void) => Promise<unknown>

function killedEditor(service: ServiceProcess, profile: string, random: () => number) {
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!
  let browser: Chromium | undefined
  let library: LibraryFile | undefined
  let calls: Call[] = []
  /** Keys of jobs that the page reported ready. */
  const shownReady = new Set<string>()
  /** A backup whose restore was interrupted. */
  let restoring: Buffer | undefined
  let backups = 0
  let asked = 0
  let confirmed = 0
  /** How often the desk recognised its editor only after a reload. */
  let reloads = 0

  async function open(): Promise<Page> {
    browser = await startChromium(profile)
    const { page, context } = browser
    page.setDefaultTimeout(20_000)
    const underWay = new Map<string, Call>()
    await context.exposeBinding('noteCall', (_, told: { id: string; name?: string } & Partial<Call>) => {
      if (told.name === undefined) {
        const call = underWay.get(told.id)
        if (call) Object.assign(call, { isConfirmed: true, result: told.result })
      } else {
        const call = { name: told.name, edits: told.edits ?? [], isConfirmed: false }
        underWay.set(told.id, call)
        calls.push(call)
      }
    })
    await page.addInitScript(keepFiles)
    await page.addInitScript(noteCalls)
    if (library) {
      await page.goto(`${service.address}/preferences`)
      const signInTitle = page.getByRole('heading', { name: 'Sign in', exact: true })
      await page.getByRole('button', { name: 'Download backup' }).or(signInTitle).first().waitFor()
      // Under load, the first page after a kill may ask to sign in; after a reload it must not.
      if (await signInTitle.isVisible()) {
        reloads += 1
        await page.goto(`${service.address}/preferences`)
      }
    } else {
      await signIn(page, service.address, service, { remember: true })
      await page.goto(`${service.address}/preferences`)
    }
    return page
  }

  async function readLibrary(page: Page): Promise<LibraryFile> {
    await page.getByRole('button', { name: 'Download backup' }).click()
    return readLibraryFile(await lastFile(page))
  }

  const settled = (jobs: Iterable<SavedJob>): SavedJob[] =>
    [...jobs].filter(({ phase, jobId }) => phase === 'ready' && jobId !== undefined && jobId < madeUpFrom)

  const works: Readonly<Record<string, { within: number; work: Work }>> = {
    arrive: {
      within: 1_200,
      async work(page, _, isTime) {
        const count = 10 + Math.floor(random() * 21)
        await goTo(page, paths.newJob)
        await page.getByLabel('Number of articles').fill(String(count))
        isTime()
        await page.getByRole('button', { name: 'Create job' }).click()
        await page.getByText(`Ready: ${count} articles`, { exact: true }).waitFor()
        shownReady.add(decodeURIComponent(new URL(page.url()).pathname.split('/').pop()!))
      },
    },
    decide: {
      within: 600,
      async work(page, { jobs }, isTime) {
        await openJob(page, oneOf(settled(jobs.values())))
        await page.keyboard.press('j')
        isTime()
        for (let pressed = 0; pressed < 60; pressed += 1) await page.keyboard.press(oneOf(['v', 'b', 'd']))
      },
    },
    'decide all': {
      within: 300,
      async work(page, { jobs }, isTime) {
        await openJob(page, oneOf(settled(jobs.values())))
        await page.getByLabel('Search these articles').fill('the')
        await page.getByRole('button', { name: /^Select all \d+ matching$/ }).click()
        const decide = page.getByRole('button', {
          name: oneOf([/^Keep \d+ articles/, /^Reject \d+ articles/]),
        })
        await decide.waitFor()
        isTime()
        await decide.click()
      },
    },
    note: {
      within: 800,
      async work(page, { jobs }, isTime) {
        const job = oneOf(settled(jobs.values()))
        await goTo(page, paths.article(job.key, oneOf(job.articles).id))
        await page.getByRole('textbox', { name: 'Note' }).click()
        isTime()
        for (let word = 0; word < 100; word += 1) await page.keyboard.type(`${word} words `, { delay: 5 })
      },
    },
    export: {
      within: 500,
      async work(page, { jobs }, isTime) {
        await openJob(page, oneOf(settled(jobs.values())))
        const exports = page.getByRole('button', { name: /^Export/ })
        await exports.first().click()
        const make = page.getByRole('dialog').getByRole('button', { name: /^Export \d+ articles/ })
        await make.waitFor()
        isTime()
        await make.click()
      },
    },
    restore: {
      within: 400,
      async work(page, library, isTime) {
        restoring = makeLibraryFile(library, oneOf(settled(library.jobs.values())), (backups += 1))
        isTime()
        await restore(page)
      },
    },
  }

  /** Any moment, or the one when something has just been confirmed. */
  async function moment(within: number): Promise<void> {
    if (random() < 0.5) return delay(random() * within)
    const wanted = 1 + Math.floor(random() * 3)
    const until = Date.now() + 3 * within
    while (Date.now() < until && calls.filter((call) => call.isConfirmed).length < wanted) await delay(2)
  }

  async function openJob(page: Page, { key }: SavedJob): Promise<void> {
    await goTo(page, paths.job(key))
    await firstArticleDrawn(page)
  }

  async function restore(page: Page): Promise<void> {
    await page.getByLabel('Backup file').setInputFiles({
      name: 'backup.jsonl.gz',
      mimeType: 'application/gzip',
      buffer: restoring!,
    })
    await page.getByText(/^(Added |Everything in this backup is already here)/).waitFor()
  }

  /** What is stored after a kill must be complete and as confirmed. Continues from there. */
  async function reopen(): Promise<Page> {
    const page = await open()
    const now = await readLibrary(page)
    compareJobs(library, now, calls, shownReady)
    compareMarks(library, now, calls)
    const done = calls.filter((call) => call.isConfirmed)
    asked += calls.filter(({ name }) => name === 'createJob').length
    confirmed += done.filter(({ name }) => name !== 'resend').length
    expect(ours(now).length, 'requests kept').toBeLessThanOrEqual(asked)
    if (restoring) {
      const whole = readLibraryFile(restoring)
      if (!done.some(({ name }) => name === 'restoreBackup')) await restore(page)
      library = await readLibrary(page)
      for (const [key, { articles }] of whole.jobs)
        expect(library.jobs.get(key)?.articles, `restored job ${key}`).toEqual(articles)
      for (const [id, mark] of whole.marks) expect(library.marks.get(id), `mark ${id}`).toEqual(mark)
      restoring = undefined
    } else library = now
    calls = []
    await sendAgain(page)
    return page
  }

  /** Sends the unconfirmed request again, as the editor would. The service recognises a request that had arrived. */
  async function sendAgain(page: Page): Promise<void> {
    const unconfirmed = ours(library!).filter(({ phase }) => phase === 'unconfirmed')
    for (const { key } of unconfirmed) {
      await goTo(page, paths.job(key))
      await page.getByRole('button', { name: 'Send again' }).click()
      await page
        .getByText(/^Job \d+$/)
        .first()
        .waitFor()
    }
    if (unconfirmed.length > 0) await goTo(page, paths.preferences)
  }

  return {
    async workUntilKilled() {
      const page = await reopen()
      const mayDo = settled(library!.jobs.values()).length < 2 ? ['arrive'] : Object.keys(works)
      const { within, work } = works[oneOf(mayDo)]!
      let kill: Promise<void> | undefined
      const isTime = () => {
        kill ??= moment(within).then(() => browser!.kill())
      }
      await work(page, library!, isTime).catch((error: unknown) => {
        // Expected: the browser has been killed.
        if (!kill) throw error
      })
      await kill
    },
    /** @returns the number of jobs, all of them ready and as the service has them */
    async finish() {
      const page = await reopen()
      await soon
        .poll(async () => ours((library = await readLibrary(page))).map(({ phase }) => phase), {
          timeout: 60_000,
        })
        .not.toContainEqual(expect.not.stringMatching('ready'))
      const jobs = ours(library!)
      const headers = { authorization: `Basic ${btoa(`${service.email}:${service.apiKey}`)}` }
      for (const { key, jobId, articles } of jobs) {
        const response = await fetch(service.address + jobPath(jobId!), { headers })
        expect(articles, `job ${key}`).toMatchObject((await response.json()).articles)
      }
      return { jobs: jobs.length, confirmed, reloads }
    },
    close: async () => browser?.kill(),
  }
}

/** Navigates as a link does, without loading the desk again, which takes longer than most of the work. */
const goTo = (page: Page, path: string): Promise<void> => page.evaluate(goWithin, path)

/** Jobs that were requested here, not those of the backups. */
const ours = ({ jobs }: LibraryFile): SavedJob[] =>
  [...jobs.values()].filter(({ jobId }) => jobId === undefined || jobId < madeUpFrom)

function compareJobs(
  before: LibraryFile | undefined,
  now: LibraryFile,
  calls: readonly Call[],
  shownReady: ReadonlySet<string>,
): void {
  for (const { key, phase, articleCount, wanted, articles } of now.jobs.values()) {
    expect(articles.length, `job ${key}, half or doubled`).toBe(articleCount)
    expect(new Set(articles.map(({ id }) => id)).size, `job ${key}, doubled`).toBe(articleCount)
    if (Number(key) < madeUpFrom)
      expect(articleCount, `job ${key}, half`).toBe(phase === 'ready' ? wanted : 0)
  }
  for (const [key, job] of before?.jobs ?? []) {
    // An unconfirmed request gets its number when it is sent again.
    if (job.jobId === undefined) continue
    expect(now.jobs.has(key), `job ${key}, lost`).toBe(true)
    if (job.phase === 'ready') expect(now.jobs.get(key)!.articles, `job ${key}`).toEqual(job.articles)
  }
  for (const { result } of calls)
    if (result?.kind === 'accepted') expect(now.jobs.has(result.key!), `job ${result.key}, lost`).toBe(true)
  for (const key of shownReady) expect(now.jobs.get(key)?.phase, `job ${key}, shown ready`).toBe('ready')
  const numbers = ours(now).flatMap(({ jobId }) => jobId ?? [])
  expect(new Set(numbers).size, 'jobs, doubled').toBe(numbers.length)
}

/** The annotations must be in the state after some change, no earlier than the last confirmed one. */
function compareMarks(before: LibraryFile | undefined, now: LibraryFile, calls: readonly Call[]): void {
  const changes = calls.filter(({ name }) => name === 'annotate')
  const least = changes.findLastIndex(({ isConfirmed }) => isConfirmed) + 1
  const marks = new Map(before?.marks)
  const actual = written(now.marks)
  let nearest = ''
  for (let made = 0; made <= changes.length; made += 1) {
    if (made > 0) for (const edit of changes[made - 1]!.edits) apply(marks, edit)
    if (made < least) continue
    nearest = written(marks)
    if (nearest === actual) return
  }
  expect(actual, `${changes.length} changes, ${least} confirmed`).toBe(nearest)
}

function apply(marks: Map<number, Mark>, { ids, set }: Edit): void {
  for (const id of ids) {
    const mark = { ...marks.get(id) }
    if (set.decision !== undefined) mark.decision = set.decision ?? undefined
    if (set.note !== undefined) mark.note = set.note.trim() === '' ? undefined : set.note
    if (set.read !== undefined) mark.read = set.read
    if (set.exported) mark.exported = true
    marks.set(id, mark)
  }
}

/** Without annotations from backups, which are compared once restored. */
const written = (marks: ReadonlyMap<number, Mark>): string =>
  [...marks]
    .filter(([id]) => id < madeUpFrom)
    .map(([id, { decision, note, read, exported }]) => [id, decision, note, read === true, exported === true])
    .filter(([, ...fields]) => fields.some(Boolean))
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n')
