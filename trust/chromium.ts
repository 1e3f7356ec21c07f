import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { type Driver, type DriverOptions, endGroup, printedBy, windowSize } from '../e2e/engines/driver.ts'
import { keys } from '../e2e/engines/screen.ts'

/** Set by `scripts/trust.mjs`, for runs that need it. */
const program = process.env['CHROMIUM_PATH']

export const lacksChromium = program === undefined ? 'no Chromium here' : undefined

export interface Chromium {
  readonly context: BrowserContext
  readonly page: Page
  /** Kills it with all its processes, like a crash. */
  readonly kill: () => Promise<void>
}

/** Chromium with a profile on disk, as an editor uses it. */
export async function startChromium(profile: string): Promise<Chromium> {
  const child: ChildProcess = spawn(
    program ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      // Otherwise each start prepares suggestions for an invisible address bar, for most of a processor second.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      '--remote-debugging-port=0',
      `--window-size=${windowSize.width},${windowSize.height}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true },
  )
  const browser = await chromium.connectOverCDP(await printedBy(child, /DevTools listening on (ws:\S+)/))
  const context = browser.contexts()[0]!
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    async kill() {
      await endGroup(child)
      await browser.close().catch(() => {})
    },
  }
}

/** Chromium with a new profile, until the end of the test. */
export async function startNewChromium(): Promise<Chromium> {
  const profile = mkdtempSync(path.join(tmpdir(), 'article-desk-profile-'))
  const chromium = await startChromium(profile)
  onTestFinished(async () => {
    await chromium.kill()
    rmSync(profile, { recursive: true, force: true })
  })
  return chromium
}

const keyNames: Readonly<Record<string, string>> = { [keys.enter]: 'Enter', [keys.escape]: 'Escape' }

const isOnKeyboard = /^[\x20-\x7e]$/

interface Action {
  readonly type: string
  readonly value?: string
  readonly x?: number
  readonly y?: number
}

/** Chromium with the interface through which the other engines are driven. */
export async function startChromiumDriver({ folder }: DriverOptions): Promise<Driver> {
  const { page, kill } = await startChromium(path.join(folder, 'profile'))
  await page.setViewportSize(windowSize)
  const act: Readonly<Record<string, (action: Action) => Promise<unknown>>> = {
    async keyDown({ value = '' }) {
      // Keyboards have no keys for the others.
      if (keyNames[value] || isOnKeyboard.test(value)) await page.keyboard.down(keyNames[value] ?? value)
      else await page.keyboard.insertText(value)
    },
    async keyUp({ value = '' }) {
      if (keyNames[value] || isOnKeyboard.test(value)) await page.keyboard.up(keyNames[value] ?? value)
    },
    pointerMove: ({ x = 0, y = 0 }) => page.mouse.move(x, y),
    pointerDown: () => page.mouse.down(),
    pointerUp: () => page.mouse.up(),
  }
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    run: async (inPage, ...args) => page.evaluate(`(${inPage.toString()})(...${JSON.stringify(args)})`),
    async perform(sources) {
      for (const { actions } of sources as readonly { actions: readonly Action[] }[])
        for (const action of actions) await act[action.type]?.(action)
    },
    upload: (selector, file) => page.setInputFiles(selector, file),
    close: kill,
  }
}
