import type { Browser, Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createJob, expect, signIn } from './fixtures.ts'
import { startService } from './service-process.ts'

/** Telephone, tablet, laptop and a large screen. */
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
  /** What has to be done there before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
  readonly narrowest?: number
}

/**
 * Every screen, dialog and menu at every width in both themes, with real and with odd articles, as files of a folder;
 * and what moved while each screen was loaded (its layout shift), which fails the command unless it is nothing.
 */
export async function takeAlbum(folder: string, browser: Browser): Promise<void> {
  const oddities = mkdtempSync(path.join(tmpdir(), 'article-desk-album-'))
  for (const [name, text] of Object.entries(oddTexts())) writeFileSync(path.join(oddities, name), text)
  const service = await startService({ importFolder: oddities })
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: viewports[2] })
  try {
    await context.addInitScript(watchShifts)
    const page = await context.newPage()
    mkdirSync(folder, { recursive: true })
    await page.goto(`${service.address}/sign-in`)
    const shifts = await takeEach(page, folder, service.address, [{ name: 'sign-in', path: '/sign-in' }])
    await signIn(page, service.address, service)
    shifts.push(...(await takeEach(page, folder, service.address, [{ name: 'jobs-empty', path: '/jobs' }])))
    await collect(page)
    shifts.push(...(await takeEach(page, folder, service.address, scenes)))
    process.stdout.write(shifts.length === 0 ? 'Nothing moved.\n' : `${shifts.join('\n')}\n`)
    if (shifts.length > 0) process.exitCode = 1
  } finally {
    await context.close()
    await service.dispose()
    rmSync(oddities, { recursive: true, force: true })
  }
}

/** Jobs with much, with odd articles and with nothing, and some decisions. */
async function collect(page: Page): Promise<void> {
  await createJob(page, { category: 'Archive', count: 20 })
  await expect(page.getByText(/Ready: \d+ articles|ready/).first()).toBeVisible()
  await createJob(page, { keywords: ['zzyzx'], category: 'Nowhere', count: 5 })
  await expect(page.getByText(/Ready: no articles|nothing found/i).first()).toBeVisible({ timeout: 90_000 })
  await createJob(page, { keywords: ['river', 'water', 'city', 'bread', 'work'], count: 30 })
  await expect(page.getByRole('list', { name: 'Articles' })).toBeVisible()
  for (const key of ['j', 'v', 'd', 'b', 'v']) await page.keyboard.press(key)
}

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('link')

const scenes: readonly Scene[] = [
  { name: 'jobs', path: '/jobs' },
  { name: 'new-job', path: '/jobs/new' },
  { name: 'job-odd', path: '/jobs/1' },
  { name: 'job-nothing', path: '/jobs/2' },
  { name: 'job', path: '/jobs/3' },
  { name: 'job-reading', path: '/jobs/3', act: (page) => articles(page).nth(2).click() },
  { name: 'job-reading-odd', path: '/jobs/1', act: (page) => articles(page).first().click() },
  {
    name: 'job-selecting',
    path: '/jobs/3',
    async act(page) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    },
  },
  {
    name: 'job-export',
    path: '/jobs/3',
    act: (page) => page.getByRole('button', { name: /^Export/ }).click(),
  },
  { name: 'library', path: '/library' },
  { name: 'library-reading', path: '/library', act: (page) => articles(page).nth(1).click() },
  { name: 'skip-lists', path: '/skip-lists' },
  { name: 'preferences', path: '/preferences' },
  { name: 'shortcuts', path: '/jobs', act: (page) => page.keyboard.press('?') },
  { name: 'commands', path: '/jobs', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'account-menu',
    path: '/jobs',
    act: (page) => page.getByRole('button', { name: 'editor@localhost' }).click(),
  },
  { name: 'not-found', path: '/nowhere' },
]

/** @returns what moved, a line a picture */
async function takeEach(
  page: Page,
  folder: string,
  address: string,
  scenes: readonly Scene[],
): Promise<string[]> {
  const moved: string[] = []
  const only = process.env['SCENES']?.split(',')
  for (const { name, path: place, act } of scenes)
    for (const viewport of viewports)
      for (const theme of themes) {
        if (only && !only.includes(name)) continue
        if (process.env['WIDTHS'] && !process.env['WIDTHS'].split(',').includes(String(viewport.width)))
          continue
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.goto(address + place)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        // What the library finds out later stands in its place by then.
        await page.waitForTimeout(2_000)
        try {
          await act?.(page)
          await page.waitForTimeout(400)
        } catch (error) {
          process.stdout.write(`${name} ${viewport.width}: ${String(error).slice(0, 200)}\n`)
        }
        const shift = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
        if (shift.length > 0) moved.push(`${name} ${viewport.width} ${theme}: ${shift.join(' | ')}`)
        await page.screenshot({ path: path.join(folder, `${name}-${viewport.width}-${theme}.png`) })
      }
  return moved
}

function watchShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      hadRecentInput: boolean
      value: number
      sources: { node: Node | null }[]
    }[]) {
      if (entry.hadRecentInput) continue
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
