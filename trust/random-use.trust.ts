import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { expect, onTestFinished } from 'vitest'
import { seededRandom } from '../bench/seeded-random.ts'
import { respondWithJson, startFaultProxy } from '../e2e/fault-proxy.ts'
import { signIn } from '../e2e/fixtures.ts'
import { startService } from '../e2e/service-process.ts'
import { lacksChromium, startNewChromium } from './chromium.ts'
import { isTimeOver, seed, trial } from './guarantee.ts'

const random = seededRandom(seed)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!

const screens = ['/', '/jobs', '/jobs/1', '/jobs/99', '/jobs/new', '/library', '/library?q=a', '/nowhere']
const texts = [
  'bread',
  '"river walk"',
  '-the',
  '0',
  '-1',
  '999999999',
  '🙂',
  'اب',
  '<b>x</b>',
  ' ',
  '"',
  'x'.repeat(300),
]
const keys =
  'j k v x m u z n p g s a d r e t l f c o h b i 1 2 ? / Space Enter Escape Tab Shift+Tab Control+k Control+z ' +
  'ArrowDown ArrowUp ArrowLeft ArrowRight Home End PageDown'
const sizes = [[2560, 1300], [1440, 900], [820, 1000], [390, 780], [320, 256]] as const // oxfmt-ignore
const controls =
  ':is(button, a[href^="/"], article, summary, select, [role^=menuitem]):visible, ' +
  ':is([role=option], [role=switch], [role=checkbox], [role=tab], [role=combobox]):visible'
const fields = 'input:visible:not([type=file]), textarea:visible'
/** Controls that would end the trial. */
const leaving = /sign out|forget|other service/i
/** Short, since waiting for elements that have just gone would take most of the time. */
const timeout = 700

trial(
  'no action breaks a screen',
  'random actions in Chromium, in one of two tabs, while requests fail',
  { quick: 0, whole: 1_500, lacks: lacksChromium },
  async (count) => {
    const service = await startService({ isSmall: true })
    onTestFinished(() => service.dispose())
    const wire = await startFaultProxy(service.address)
    onTestFinished(() => wire.dispose())
    const { context, page } = await startNewChromium()
    const latest: string[] = []
    const broken: string[] = []
    const report = (what: string) =>
      broken.push(`${what} at ${page.url()} after ${latest.slice(-8).join(', ')}`)
    context.on('weberror', (error) => report(String(error.error())))
    context.on('console', (message) => {
      // The browser itself logs failed requests.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load')) report(message.text())
    })
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))

    await signIn(page, wire.address, service, { remember: true })
    wire.inject(failAtRandom)
    await (await context.newPage()).goto(`${wire.address}/jobs`)
    await page.bringToFront()
    await page.goto(`${wire.address}/jobs/new`)
    await page.getByRole('button', { name: 'Create job' }).click()
    let times = 0
    for (; times < count && !isTimeOver() && broken.length === 0; times += 1) {
      // The element to be used may have gone.
      await act(page, wire.address, (what) => latest.push(what)).catch(() => undefined)
      for (const problem of await problemsOn(page, service.apiKey)) report(problem)
    }
    expect(broken).toEqual([])
    return [times, 'no error, nothing without a name, nothing off the screen']
  },
)

/** One request in five. */
function failAtRandom(_: IncomingMessage, response: ServerResponse): boolean {
  const fault = random()
  if (fault < 0.08) respondWithJson(response, 500, {})
  else if (fault < 0.12) response.destroy()
  else if (fault < 0.15) response.writeHead(429, { 'Retry-After': '1' }).end()
  else if (fault < 0.17)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":1,"state":')
  else if (fault < 0.2) setTimeout(() => response.destroy(), 3_000)
  return fault < 0.2
}

/** @param note called with what is done, in words */
async function act(page: Page, address: string, note: (what: string) => void): Promise<void> {
  const choice = random()
  if (choice < 0.35) {
    const key = oneOf(keys.split(' '))
    note(key)
    await page.keyboard.press(key)
  } else if (choice < 0.75) {
    const control = await anyOf(page.locator(controls))
    const name = (await control.getAttribute('aria-label')) ?? (await control.textContent({ timeout })) ?? ''
    if (leaving.test(name)) return
    note(`click ${name.slice(0, 40)}`)
    await control.click({ timeout, noWaitAfter: true })
  } else if (choice < 0.87) {
    const text = oneOf(texts)
    note(`type ${text.slice(0, 20)}`)
    await (await anyOf(page.locator(fields))).fill(text, { timeout })
    if (random() < 0.6) await page.keyboard.press('Enter')
  } else if (choice < 0.92) {
    note('back')
    await page.goBack()
    // The entries before the desk's are the browser's own.
    if (!page.url().startsWith(address)) await page.goto(address)
  } else if (choice < 0.94) {
    note('reload')
    await page.reload()
  } else if (choice < 0.97) {
    const [width, height] = oneOf(sizes)
    note(`${width} px`)
    await page.setViewportSize({ width, height })
  } else {
    const screen = oneOf(screens)
    note(`open ${screen}`)
    await page.goto(address + screen)
  }
}

const anyOf = async (all: Locator): Promise<Locator> => all.nth(Math.floor(random() * (await all.count())))

/** What no screen may show, whatever was done. */
async function problemsOn(page: Page, apiKey: string): Promise<string[]> {
  const { text, width, ids, unnamed } = await page.evaluate(() => ({
    text: document.body.innerText,
    width: document.documentElement.scrollWidth - innerWidth,
    ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
    unnamed: Array.from(
      document.querySelectorAll('button:not([aria-label], [aria-labelledby], [title], [aria-hidden=true])'),
    )
      .filter((button) => button.textContent.trim() === '' && !button.querySelector('[aria-label], title'))
      .map((button) => button.outerHTML),
  }))
  const nonsense =
    /.{0,40}\b(NaN|undefined|\[object Object\]|Invalid Date|Something went wrong)\b.{0,40}/.exec(text)?.[0]
  return [
    ...(text.trim() === '' ? ['an empty page'] : []),
    ...(width > 1 ? [`${width} px beyond the edge`] : []),
    ...(nonsense === undefined ? [] : [nonsense]),
    ...(text.includes(apiKey) ? ['the key'] : []),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `#${id} twice`),
    ...unnamed,
  ]
}
