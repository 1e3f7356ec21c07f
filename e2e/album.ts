import type { Browser, Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createJob, expect, signIn } from './fixtures.ts'
import { startService } from './service-process.ts'

/** Phone, tablet, laptop and a large screen. */
const viewports = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const

const themes = ['light', 'dark'] as const

interface Scene {
  readonly name: string
  readonly path: string
  /** Actions to perform before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

export interface AlbumOptions {
  readonly folder: string
  /** Names of the scenes to take; all if empty. */
  readonly only: readonly string[]
}

/**
 * Takes every screen, dialog and menu at every width in both themes, with real and odd articles, and saves the pictures
 * in a folder. Also reports the layout shift of each screen while it loads; any shift fails the command.
 */
export async function takeAlbum(browser: Browser, { folder, only }: AlbumOptions): Promise<void> {
  const oddities = mkdtempSync(path.join(tmpdir(), 'article-desk-album-'))
  for (const [name, text] of Object.entries(oddTexts())) writeFileSync(path.join(oddities, name), text)
  const service = await startService({ importFolder: oddities })
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: viewports[2] })
  mkdirSync(folder, { recursive: true })
  const wanted = (scenes: readonly Scene[]) =>
    scenes.filter(({ name }) => only.length === 0 || only.includes(name))
  try {
    await context.addInitScript(watchShifts)
    const page = await context.newPage()
    const take = (scenes: readonly Scene[]) => takeEach(page, folder, service.address, wanted(scenes))
    const moved = await take([{ name: 'sign-in', path: '/sign-in' }])
    await signIn(page, service.address, service)
    moved.push(...(await take([{ name: 'jobs-empty', path: '/jobs' }])))
    await collect(page)
    moved.push(...(await take(scenes)))
    process.stdout.write(moved.length === 0 ? 'Nothing moved.\n' : `${moved.join('\n')}\n`)
    if (moved.length > 0) process.exitCode = 1
  } finally {
    await context.close()
    await service.dispose()
    rmSync(oddities, { recursive: true, force: true })
  }
}

/** Creates large jobs, jobs with odd articles and empty ones, and some decisions. */
async function collect(page: Page): Promise<void> {
  await createJob(page, { category: 'Archive', count: 20 })
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
  // A job that finds too little retries for up to a minute.
  await createJob(page, { keywords: ['zzyzx'], category: 'Nowhere', count: 5 })
  await expect(page.getByText('Finished: nothing found')).toBeVisible({ timeout: 90_000 })
  await createJob(page, { keywords: ['river', 'water', 'city', 'bread', 'work'], count: 30 })
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
  for (const key of ['j', 'v', 'd', 'b', 'v']) await page.keyboard.press(key)
}

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('link')

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const scenes: readonly Scene[] = [
  { name: 'jobs', path: '/jobs' },
  { name: 'new-job', path: '/jobs/new' },
  { name: 'presets-menu', path: '/jobs/new', act: press('Presets') },
  { name: 'job-odd', path: '/jobs/1' },
  { name: 'job-nothing', path: '/jobs/2' },
  { name: 'job', path: '/jobs/3' },
  { name: 'job-about', path: '/jobs/3', act: press('About this job') },
  {
    name: 'job-compact',
    path: '/jobs/3',
    async act(page) {
      await press('Compact rows')(page)
      // The choice is remembered, so undo it when the page is left.
      await page.evaluate(() => addEventListener('pagehide', () => localStorage.clear()))
    },
  },
  { name: 'job-reading', path: '/jobs/3', act: (page) => articles(page).nth(2).click() },
  { name: 'job-reading-odd', path: '/jobs/1', act: (page) => articles(page).first().click() },
  {
    name: 'job-focus',
    path: '/jobs/3',
    async act(page) {
      await articles(page).nth(2).click()
      await page.getByRole('button', { name: 'Copy text' }).waitFor()
      await page.keyboard.press('f')
    },
  },
  {
    name: 'reading-settings',
    path: '/jobs/3',
    async act(page) {
      await articles(page).nth(2).click()
      await press('Reading settings')(page)
    },
  },
  {
    name: 'job-selecting',
    path: '/jobs/3',
    async act(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    },
  },
  { name: 'export', path: '/jobs/3', act: press(/^Export/) },
  { name: 'library', path: '/library' },
  { name: 'library-narrowed', path: '/library?read=no&sort=longest' },
  { name: 'library-nothing', path: '/library?q=nowhere' },
  { name: 'library-reading', path: '/library', act: (page) => articles(page).nth(1).click() },
  { name: 'skip-lists', path: '/skip-lists' },
  { name: 'new-list', path: '/skip-lists', act: press('New list') },
  { name: 'preferences', path: '/preferences' },
  { name: 'forget', path: '/preferences', act: press('Forget this device') },
  { name: 'shortcuts', path: '/jobs', act: (page) => page.keyboard.press('?') },
  { name: 'commands', path: '/jobs', act: (page) => page.keyboard.press('Control+k') },
  { name: 'account-menu', path: '/jobs', act: press('editor@localhost') },
  { name: 'not-found', path: '/nowhere' },
]

/** In milliseconds. By then the library has shown what it loads late. */
const settledAfter = 2_000

/** @returns one line per picture in which something moved */
async function takeEach(
  page: Page,
  folder: string,
  address: string,
  scenes: readonly Scene[],
): Promise<string[]> {
  const moved: string[] = []
  for (const { name, path: place, act } of scenes)
    for (const viewport of viewports)
      for (const colorScheme of themes) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(address + place)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        await page.waitForTimeout(settledAfter)
        const file = `${name}-${viewport.width}-${colorScheme}.png`
        const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
        if (shifts.length > 0) moved.push(`${file}: ${shifts.join(' | ')}`)
        await act?.(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: path.join(folder, file) })
      }
  return moved
}

/** Runs in the page: records what moves without user input, and how far. */
function watchShifts(): void {
  interface Shift {
    readonly hadRecentInput: boolean
    readonly value: number
    readonly sources: readonly { readonly node: Node | null }[]
  }
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      // Browsers also report shifts too small to draw.
      if (entry.hadRecentInput || entry.value < 0.0001) continue
      const nodes = entry.sources.map(({ node }) =>
        node instanceof Element
          ? `${node.tagName}.${node.className}`
          : String(node?.textContent).slice(0, 30),
      )
      shifts.push(`${entry.value.toFixed(4)} ${nodes.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function oddTexts(): Record<string, string> {
  const long = Array.from(
    { length: 1_000 },
    (_, paragraph) =>
      `Paragraph ${paragraph + 1} of a very long text, which says again that rivers carry water and that twenty words make a line.`,
  )
  return {
    'long-text.md': `# A text of twenty thousand words\n\n${long.join('\n\n')}`,
    'long-title.md': `# ${'An uncommonly long title that goes on about rivers, dams and the people beside them '.repeat(4).trim()}\n\nOne short paragraph.`,
    'arabic.md':
      '# النهر الذي لا ينام\n\nيحكي هذا النص عن نهر قديم يعبر المدينة، وعن الناس الذين يعيشون على ضفافه منذ قرون.\n\nالماء يجري ليلا ونهارا.',
    'chinese.md':
      '# 不眠之河\n\n这条河穿过城市，已经流淌了几千年。沿岸的人们依水而居，依水而食，也常常为水所困。\n\n水日夜不停地流。',
    'one-word.md': '# Water\n\nWater',
    'unbroken.md': `# ${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)}\n\n${'x'.repeat(400)}`,
  }
}
