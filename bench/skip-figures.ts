import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { intersectIds, subtractIds, uniteIds, type IdList } from '../src/contract/ids.ts'
import { freshPage, longestTask, signInForBench, watchLongTasks } from './browser.ts'
import { type Figure, median } from './figures.ts'

const idCount = 1_000_000
const runs = 9

/**
 * Set operations on lists of a million ids, compared with the shortest code that does the same with a Set of numbers.
 */
export async function skipFigures(browser: Browser, address: string): Promise<Figure[]> {
  return [
    ...arithmetic('ids counted out', (index) => 1_000_000 + ((index * 7919) % 8_999_993)),
    // Ids like those of a 64-bit scheme: no bitmap can hold them.
    ...arithmetic('ids far apart', (index) => (index * 7919 * 1_000_003) % 2 ** 52),
    ...(await importing(browser, address)),
  ]
}

function arithmetic(kind: string, idAt: (index: number) => number): Figure[] {
  const [one, other] = [0, idCount / 2].map((from): IdList => ({
    numbers: Float64Array.from({ length: idCount }, (_, index) => idAt(index + from)),
    strings: [],
  })) as [IdList, IdList]
  const operations: [string, () => number, () => number][] = [
    [
      'union',
      () => uniteIds([one, other]).numbers.length,
      () => new Set([...one.numbers, ...other.numbers]).size,
    ],
    ['intersection', () => intersectIds(one, other).numbers.length, () => sifted(one, other, true)],
    ['difference', () => subtractIds(one, other).numbers.length, () => sifted(one, other, false)],
  ]
  return operations.map(([name, ours, baseline]) => {
    if (ours() !== baseline()) throw new Error(`The ${name} is not what a Set gives`)
    const times = Array.from({ length: runs }, () => [timed(baseline), timed(ours)] as const)
    return {
      name: `${name} of 1,000,000 and 1,000,000 ${kind}`,
      value: median(times.map(([, ours]) => ours)),
      unit: 'ms',
      baseline: median(times.map(([baseline]) => baseline)),
      budget: 0.6,
    }
  })
}

function sifted(one: IdList, other: IdList, wanted: boolean): number {
  const set = new Set(other.numbers)
  return Array.from(one.numbers).filter((id) => set.has(id) === wanted).length
}

function timed(work: () => number): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Imports a file of a million ids into a new list and uses that list in a request, as an editor does. */
async function importing(browser: Browser, address: string): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-skip-'))
  const page = await freshPage(browser)
  try {
    const file = path.join(folder, 'a-million.csv')
    writeFileSync(
      file,
      `id\r\n${Array.from({ length: idCount }, (_, index) => 5_000_000 + index).join('\r\n')}\r\n`,
    )
    await signInForBench(page, address)
    await page.getByRole('link', { name: 'Skipped articles', exact: true }).click()
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await watchLongTasks(page)
    const readMs = await until(page, '1,000,000 ids', () => page.setInputFiles('input[type=file]', file))
    const saveMs = await until(page, 'Created the list “a-million” with 1,000,000 ids', () =>
      page.getByRole('button', { name: 'Create list' }).click(),
    )
    await page.getByRole('link', { name: 'New job', exact: true }).first().click()
    await page.getByRole('checkbox', { name: 'a-million' }).waitFor()
    const chooseMs = await until(page, '1,000,000 ids will be skipped', () =>
      page.getByRole('checkbox', { name: 'a-million' }).check(),
    )
    return [
      { name: 'a file of 1,000,000 ids read', value: readMs, unit: 'ms' },
      { name: '  and kept as a list', value: saveMs, unit: 'ms' },
      { name: '  and counted in a request', value: chooseMs, unit: 'ms' },
      {
        name: '  longest main-thread task of all that',
        value: await longestTask(page),
        unit: 'ms',
        budget: 100,
      },
    ]
  } finally {
    await page.context().close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function until(page: Page, words: string, act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await act()
  await page.getByText(words, { exact: true }).first().waitFor()
  return performance.now() - startedAt
}
