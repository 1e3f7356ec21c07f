import type { Browser, Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  respondWithJobs,
  type FaultProxy,
  holdJobs,
  loseResponse,
  refuseKey,
  startFaultProxy,
} from './fault-proxy.ts'
import { createJob, createList, expect, firstArticleDrawn, signIn } from './fixtures.ts'
import { layoutShifts, watchShifts } from './layout-shifts.ts'
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

export interface ScreensOptions {
  readonly folder: string
  /** Names of the scenes to take; all if empty. */
  readonly only: readonly string[]
}

/**
 * Takes every screen, dialog and menu at every width in both themes, with real and odd articles, and saves the pictures
 * in a folder. Also reports the layout shift of each screen while it loads; any shift fails the command.
 */
export async function takeAllScreens(browser: Browser, { folder, only }: ScreensOptions): Promise<void> {
  const oddities = mkdtempSync(path.join(tmpdir(), 'article-desk-screens-'))
  for (const [name, text] of Object.entries(oddTexts())) writeFileSync(path.join(oddities, name), text)
  const service = await startService({ importFolder: oddities })
  const wire = await startFaultProxy(service.address)
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: viewports[2] })
  mkdirSync(folder, { recursive: true })
  const wanted = (scenes: readonly Scene[]) =>
    scenes.filter(({ name }) => only.length === 0 || only.includes(name))
  try {
    await context.addInitScript(watchShifts)
    const page = await context.newPage()
    const take = (scenes: readonly Scene[]) => takeEach(page, folder, wire.address, wanted(scenes))
    const moved = await take([{ name: 'sign-in', path: '/sign-in' }])
    await signIn(page, wire.address, service)
    moved.push(...(await take([{ name: 'jobs-empty', path: '/jobs' }])))
    await collect(page)
    moved.push(...(await take(scenes)))
    // Each scene continues from the previous one, so run it even if its picture is not wanted.
    if (troubles.some(({ scenes }) => wanted(scenes).length > 0))
      for (const { prepare, scenes } of troubles) {
        await page.goto(`${wire.address}/jobs`)
        await prepare(page, wire)
        moved.push(...(await take(scenes)))
      }
    process.stdout.write(moved.length === 0 ? 'Nothing moved.\n' : `${moved.join('\n')}\n`)
    if (moved.length > 0) process.exitCode = 1
  } finally {
    await context.close()
    await wire.dispose()
    await service.dispose()
    rmSync(oddities, { recursive: true, force: true })
  }
}

/** Creates large jobs, jobs with odd articles and empty ones, reasons, lists, a preset, a view, and some decisions. */
async function collect(page: Page): Promise<void> {
  await page.goto(new URL('/preferences', page.url()).href)
  await page.getByLabel('Reasons for rejecting').fill('Off topic\nToo old')
  await page.keyboard.press('Tab')
  await page.goto(new URL('/skip-lists', page.url()).href)
  for (const name of ['Sent before', 'For the weekly']) await createList(page, name)
  await page.goto(new URL('/jobs/new', page.url()).href)
  await choose('Presets', 'Save this request')(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly')
  await press('Save preset')(page)
  await createJob(page, { category: 'Archive', count: 20 })
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
  await page.goto(new URL('/library?read=no', page.url()).href)
  await press('Save this view')(page)
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Unread')
  await page.keyboard.press('Enter')
  // A job that finds too little retries for up to a minute.
  await createJob(page, { keywords: ['zzyzx'], category: 'Nowhere', count: 5 })
  await expect(page.getByText('Finished: nothing found')).toBeVisible({ timeout: 90_000 })
  await createJob(page, { keywords: ['river', 'water', 'city', 'bread', 'work'], count: 30 })
  await firstArticleDrawn(page)
  for (const key of ['j', 'v', 'd', 'b', 'v']) await page.keyboard.press(key)
  await createJob(page, { category: 'Health', count: 3 })
  await expect(page.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 })
  await page.goto(new URL('/jobs', page.url()).href)
  await press(/^Remove job 4/)(page)
  await press('Remove, stop skipping')(page)
  await expect(page.getByText(/^Removed job 4/)).toBeVisible()
}

const articles = (page: Page) => page.getByRole('list', { name: 'Articles' }).getByRole('link')

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

/** For actions that exist only on narrow screens. */
const pressIfShown = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true })
  if (await button.isVisible()) await button.click()
}

const keys =
  (...names: readonly string[]) =>
  async (page: Page) => {
    for (const name of names) await page.keyboard.press(name)
  }

const scenes: readonly Scene[] = [
  { name: 'jobs', path: '/jobs' },
  { name: 'jobs-removed', path: '/jobs?show=removed' },
  { name: 'new-job', path: '/jobs/new' },
  { name: 'presets-menu', path: '/jobs/new', act: press('Presets') },
  { name: 'save-preset', path: '/jobs/new', act: choose('Presets', 'Save this request') },
  { name: 'presets', path: '/jobs/new', act: choose('Presets', 'Rename or delete') },
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
  { name: 'view-menu', path: '/library', act: pressIfShown('Actions for Unread') },
  { name: 'library-nothing', path: '/library?q=zzyzx' },
  { name: 'library-reading', path: '/library', act: (page) => articles(page).nth(1).click() },
  { name: 'library-filters', path: '/library', act: pressIfShown('Filters') },
  {
    name: 'near-duplicates',
    path: '/library?duplicates=yes',
    async act(page) {
      await articles(page).first().click()
      await press(/^\d+% in “/)(page)
    },
  },
  { name: 'duplicate-groups', path: '/library?duplicates=yes', act: press('Compare groups') },
  { name: 'duplicate-groups-end', path: '/library?duplicates=yes&compare=end' },
  { name: 'labels', path: '/jobs/3', act: keys('j', 'l') },
  {
    name: 'reject-reasons',
    path: '/jobs/3',
    act: async (page) => (await keys('j', 'x')(page), press(/for a reason$/)(page)),
  },
  {
    name: 'add-to-list',
    path: '/jobs/3',
    act: async (page) => (await keys('j', 'x')(page), press(/to a list$/)(page)),
  },
  { name: 'job-menu', path: '/jobs', act: press(/^Actions for job/) },
  { name: 'rename-job', path: '/jobs', act: choose(/^Actions for job/, 'Rename') },
  { name: 'remove-job', path: '/jobs', act: press(/^Remove job/) },
  { name: 'skipped-articles', path: '/skip-lists' },
  { name: 'add-ids', path: '/skip-lists', act: press('Add ids') },
  { name: 'new-list', path: '/skip-lists', act: press('New list') },
  { name: 'list-menu', path: '/skip-lists', act: press(/^Actions for/) },
  { name: 'change-list', path: '/skip-lists', act: choose(/^Actions for/, 'Rename or add ids') },
  {
    name: 'combine-lists',
    path: '/skip-lists',
    async act(page) {
      for (const box of await page.getByRole('checkbox', { name: /^Choose / }).all()) await box.check()
      await press('Combine 2')(page)
    },
  },
  { name: 'ids-export-menu', path: '/skip-lists', act: press(/^Export/) },
  { name: 'preferences', path: '/preferences' },
  { name: 'forget', path: '/preferences', act: press('Forget this device') },
  { name: 'shortcuts', path: '/jobs', act: (page) => page.keyboard.press('?') },
  { name: 'commands', path: '/jobs', act: (page) => page.keyboard.press('Control+k') },
  { name: 'account-menu', path: '/jobs', act: press('editor@localhost') },
  { name: 'not-found', path: '/nowhere' },
  // Last, since from then on it is the first job.
  { name: 'job-not-found', path: '/jobs/999999' },
]

const level = (metres: number) => [
  { id: 900_001, title: 'The level', text: `The river rose by ${metres} metres.` },
]

/** Jobs that fail or are unfinished, in this order: each leaves its job behind. */
const troubles: readonly {
  readonly prepare: (page: Page, wire: FaultProxy) => Promise<unknown>
  readonly scenes: readonly Scene[]
}[] = [
  {
    async prepare(page, wire) {
      for (const metres of [2, 3]) {
        wire.inject(respondWithJobs('success', level(metres)))
        await createJob(page, { keywords: ['level'] })
        await expect(page.getByText('Ready: 1 article').first()).toBeVisible()
      }
      wire.clear()
    },
    scenes: [{ name: 'versions', path: '/library/articles/900001', act: press('2 versions') }],
  },
  {
    async prepare(page, wire) {
      wire.inject(holdJobs)
      await createJob(page, { keywords: ['river'] })
      await expect(page.getByText('Service says: running')).toBeVisible()
    },
    scenes: [{ name: 'job-watched', path: '/jobs/7' }],
  },
  {
    async prepare(page, wire) {
      wire.inject(respondWithJobs('failed'))
      await page.goto(`${wire.address}/jobs/7`)
      // Three checks in a row have to say so.
      await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible({ timeout: 30_000 })
    },
    scenes: [{ name: 'job-failed', path: '/jobs/7' }],
  },
  {
    async prepare(page, wire) {
      wire.inject(loseResponse('POST'))
      await page.goto(`${wire.address}/jobs/new`)
      await press('Create job')(page)
      await expect(page.getByText(/^Unconfirmed/).first()).toBeVisible()
      wire.clear()
    },
    scenes: [{ name: 'jobs-unconfirmed', path: '/jobs' }],
  },
  {
    async prepare(page, wire) {
      wire.inject(holdJobs)
      await createJob(page, { keywords: ['bread'] })
      wire.inject(refuseKey)
      await expect(page.getByText('Sign in again to go on').first()).toBeVisible()
    },
    scenes: [{ name: 'sign-in-again', path: '/jobs' }],
  },
]

/** In milliseconds. By then the library has shown what loads late. */
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
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        await page.waitForTimeout(settledAfter)
        const file = `${name}-${viewport.width}-${colorScheme}.png`
        const shifts = await layoutShifts(page)
        if (shifts.length > 0) moved.push(`${file}: ${shifts.join(' | ')}`)
        await act?.(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: path.join(folder, file) })
      }
  return moved
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
