import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type Driver, downloadsIn } from './engines/driver.ts'
import { firefoxProgram, startFirefox } from './engines/firefox.ts'
import { keys, labelled, type Screen, screenOf } from './engines/screen.ts'
import { hasWebKit, startWebKit } from './engines/webkit.ts'
import { holdCalls } from './fixtures.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const engines = [
  { name: 'Firefox', isInstalled: firefoxProgram !== undefined, start: startFirefox },
  { name: 'WebKitGTK', isInstalled: hasWebKit, start: startWebKit },
]

for (const { name, isInstalled, start } of engines) {
  base.describe(name, () => {
    base.describe.configure({ mode: 'serial' })
    base.skip(!isInstalled, `${name} is not installed`)

    let folder: string
    let service: ServiceProcess
    let driver: Driver
    let desk: Screen
    /** As copied from the job and pasted into a list. */
    let ids: number[]

    base.beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'article-desk-engine-'))
      service = await startService()
      driver = await start({ folder })
      desk = screenOf(driver)
    })

    base.afterAll(async () => {
      await driver?.close()
      await service?.dispose()
      if (folder) rmSync(folder, { recursive: true, force: true })
    })

    async function signIn(): Promise<void> {
      await driver.open(`${service.address}/sign-in`)
      // An editor's first job opens its first article automatically; these tests want the list.
      await driver.run(() => localStorage.setItem('article-desk/first-article', 'yes'))
      await desk.fill('E-mail', service.email)
      await desk.fill('API key', service.apiKey)
      await desk.click('button', 'Sign in')
      await desk.see('navigation', 'Main')
    }

    const rows = () => driver.run(() => document.querySelectorAll('[aria-label=Articles] article').length)

    /** Firefox first creates an empty file to reserve the name. */
    async function downloaded(pattern: RegExp): Promise<string> {
      const saved = () =>
        readdirSync(downloadsIn(folder)).filter(
          (file) => statSync(path.join(downloadsIn(folder), file)).size > 0,
        )
      await expect.poll(saved).toContainEqual(expect.stringMatching(pattern))
      return path.join(downloadsIn(folder), saved().find((file) => pattern.test(file)) ?? '')
    }

    async function openFirstArticle(): Promise<void> {
      await driver.open(`${service.address}/jobs`)
      await desk.click('link', /water/)
      await desk.see('radio', 'Kept 1')
      await expect.poll(rows).toBe(5)
      await desk.press('jo')
      await desk.see('button', 'Copy text')
    }

    base('signs in and collects articles', async () => {
      await signIn()
      await desk.click('link', 'New job')
      await desk.fill('Keywords', `water${keys.enter}`)
      await desk.fill('Number of articles', '5')
      await desk.click('button', 'Create job')
      await desk.seeText('Ready: 5 articles')
      await expect.poll(rows).toBe(5)
    })

    base('keeps a decision over a reload', async () => {
      await driver.run(holdCalls, 'annotate')
      await desk.press('jv')
      await desk.see('radio', 'Kept 1')
      await driver.reload()
      await desk.see('radio', 'Kept 1')
      await desk.see('radio', 'Undecided 4')
    })

    // WebKit suspends or ends a worker in the middle of a transaction, for which the next page would have to wait.
    base('opens every page at once, however early the one before was left', async () => {
      const job = await driver.run(() => location.href)
      for (const place of ['/preferences', '/skip-lists', '/library', '/jobs', '/preferences']) {
        await driver.open(service.address + place)
        await desk.see('heading', /./)
      }
      await driver.open(job)
      await desk.see('radio', 'Kept 1')
    })

    base('goes on with a page that the browser had kept', async () => {
      const address = () => driver.run(() => location.href)
      const job = await address()
      await driver.open(`${service.address}/settings`)
      await driver.back()
      await expect.poll(address).toBe(job)
      await desk.see('radio', 'Kept 1')
      await desk.press('jjv')
      await desk.see('radio', 'Kept 2')
      await desk.press('z')
      await desk.see('radio', 'Kept 1')
    })

    base('copies ids that come seconds after the click, and pastes them', async () => {
      const job = await driver.run(() => location.href)
      // The ids come from the worker, which replies late if busy.
      await driver.run(() => {
        const { prototype } = Worker
        const post = Object.getOwnPropertyDescriptor(prototype, 'postMessage')?.value as (
          this: Worker,
        ) => void
        prototype.postMessage = function late(this: Worker, ...args: []) {
          setTimeout(() => post.apply(this, args), 1_500)
        }
      })
      await desk.click('button', /^Copy ids/)
      await desk.seeText(/^Copied 5 ids/)
      await driver.open(`${service.address}/skip-lists`)
      await desk.click('button', 'New list')
      await desk.click('textbox', 'Article ids')
      await desk.press('v', 'Control')
      await desk.seeText('5 ids')
      const pasted = await driver.run(() => (document.activeElement as HTMLTextAreaElement).value)
      ids = pasted.split(/\s+/).map(Number)
      await driver.open(job)
    })

    base('exports articles as a file', async () => {
      await desk.click('button', /^Export/)
      await desk.click('radio', /^JSON Lines/)
      await desk.click('button', 'Export 5 articles')
      const lines = readFileSync(await downloaded(/^articles_.*\.jsonl$/), 'utf8')
        .trim()
        .split('\n')
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids)
    })

    base('backs up and restores', async () => {
      await driver.open(`${service.address}/preferences`)
      await desk.click('button', 'Download backup')
      const file = await downloaded(/^article-desk_backup_.*\.gz$/)
      await desk.click('button', 'Forget this device')
      await desk.click('button', 'Forget')
      await desk.see('heading', 'Sign in')
      await signIn()
      await driver.open(`${service.address}/preferences`)
      await desk.seeText('Nothing is stored here yet.')
      await desk.see(labelled, 'Backup file')
      await driver.upload('input[type=file]', file)
      await desk.seeText(/^Added 5 articles, 1 job and 1 decision/)
    })

    // With only a gutter, Firefox left a white strip beside the text of the dark reader.
    base('shows a scrollbar in the colour of the page beside an article', async () => {
      await openFirstArticle()
      const { overflow, bar, paper } = await driver.run(() => {
        const page = document.querySelector('#article-title')?.closest('header')?.parentElement?.parentElement
        const { overflowY, scrollbarColor, backgroundColor } = getComputedStyle(page!)
        return { overflow: overflowY, bar: scrollbarColor, paper: backgroundColor }
      })
      expect(overflow).toBe('scroll')
      expect(paper).toMatch(/^rgb/)
      // WebKitGTK may not know the property; its scrollbar overlays the text.
      if (bar) expect(bar.endsWith(` ${paper}`), bar).toBe(true)
    })

    base('opens and reads offline', async () => {
      await driver.run(async () => void (await navigator.serviceWorker.ready))
      await service.kill()
      await openFirstArticle()
    })
  })
}
