import { expect } from 'vitest'
import type { Driver } from '../e2e/engines/driver.ts'
import { keys, screenOf } from '../e2e/engines/screen.ts'
import type { HostileBackup } from './hostile-backup.ts'
import {
  type Action,
  actOn,
  closeDialogs,
  goWithin,
  pressAll,
  readThrough,
  scrollThrough,
  watchViolations,
  whatRan,
} from './text-in-page.ts'

export interface Visit {
  readonly driver: Driver
  readonly address: string
  readonly account: { readonly email: string; readonly apiKey: string }
  readonly payloads: readonly string[]
  readonly backup: HostileBackup
  /** The service refuses requests until this is called with false. */
  readonly refuse: (isRefusing: boolean) => void
}

/** Job numbers to which the service responds specially: see `text.trust.ts`. */
export const jobs = { running: 1, ready: 2, failing: 3 } as const

/**
 * Shows every screen and dialog that displays text from the service, a file or the editor. Throws if a text ran as a
 * script or became an element.
 *
 * @returns the number of places shown
 */
export async function visitAll(visit: Visit): Promise<number> {
  const { driver, payloads } = visit
  const desk = screenOf(driver)
  /** One of each script. */
  const few = payloads.slice(0, 28)
  let places = 0
  const check = async (place: string) => {
    places += 1
    expect(await driver.run(whatRan), place).toEqual([])
  }
  const act = (what: Action, selector: string, words: RegExp, texts: readonly string[] = []) =>
    driver.run(actOn, what, selector, words.source, texts)
  const click = (words: RegExp, selector = buttons) => act('click', selector, words)
  const see = (words: RegExp, selector = 'main') => act('see', selector, words)
  const type = (label: RegExp, texts: readonly string[] = payloads) =>
    act('type', 'input, textarea', label, texts)
  const goTo = (path: string) => driver.run(goWithin, path)
  const give = (label: RegExp, name: string, text: string) =>
    act('give', 'input[type=file]', label, [name, text])
  const inDialog = async (place: string, work?: () => Promise<void>) => {
    await act('see', dialog, /./)
    await work?.()
    await check(place)
    await driver.run(closeDialogs)
  }
  const fromMenu = async (menu: RegExp, item: RegExp) => {
    await click(menu)
    await act('see', '[role=menuitem]', item)
    await check(`menu ${menu.source}`)
    await click(item, '[role=menuitem]')
  }

  async function signIn(): Promise<void> {
    await driver.open(`${visit.address}/sign-in`)
    await driver.run(watchViolations)
    // An editor's first job opens its first article automatically; the keys below start in the list.
    await driver.run(() => localStorage.setItem('article-desk/first-article', 'yes'))
    await desk.see('button', 'Sign in')
    visit.refuse(true)
    await type(/^E-mail/)
    await type(/^API key/, ['wrong'])
    await click(/^Sign in$/)
    await check('sign-in, with what is missing')
    await type(/^E-mail/, ['<img src=x onerror="window.ran=1">'])
    await click(/^Sign in$/)
    await act('see', '[role=alert]', /./)
    await type(/^Service address/)
    await check('sign-in, refused')
    visit.refuse(false)
    await type(/^Service address/, [visit.address])
    await type(/^E-mail/, [visit.account.email])
    await type(/^API key/, [visit.account.apiKey])
    await click(/^Sign in$/)
    await desk.see('navigation', 'Main')
  }

  async function collect(): Promise<void> {
    await click(/^New job$/, 'nav a')
    await desk.fill('Keywords', payloads[0]!.replaceAll('\0', '') + keys.enter)
    await desk.fill('Category', payloads[2]!.replaceAll('\0', '') + keys.escape)
    await check('new job')
    await desk.click('button', 'Create job')
  }

  async function collectAndRead(): Promise<void> {
    await collect()
    await desk.seeText(/^Service says/)
    await check('a job that runs')
    await collect()
    await desk.seeText(new RegExp(`^Ready: ${payloads.length} articles`))
    await driver.run(scrollThrough)
    await check('a job')
    await click(/^About this job/)
    await click(/^Full request/, 'summary')
    await see(/"keywords"/)
    await check('about a job')
    await click(/^About this job/)
    await click(/^Export/)
    await inDialog('export of a job')
    await act('see', 'main article', /./)
    await desk.press('jo')
    await desk.see('button', 'Copy text')
    expect(await driver.run(readThrough, payloads.length)).toBe(payloads.length)
    await check('reader of a job')
  }

  async function restore(): Promise<void> {
    await goTo('/preferences')
    await see(/Restore a backup/)
    await give(/^Backup file/, `${payloads[3]}.jsonl`, payloads.join('\n'))
    await act('see', '[role=alert]', /./)
    await check('a file that is no backup')
    await give(/^Backup file/, `${payloads[3]}.jsonl`, visit.backup.text)
    await see(/It was the library of/)
    await check('a restored backup')
    await type(/^Reasons for rejecting/)
    await type(/^Reasons for rejecting/, [payloads.join('\n')])
    await click(/^Change keys/, 'summary')
    await type(/^Keep this article/)
    await check('preferences')
    await click(/^Forget this device/)
    await inDialog('forget this device')
  }

  async function visitJobs(): Promise<void> {
    await goTo('/jobs')
    await see(/Kept, by keyword and category/)
    await driver.run(pressAll, 'button', '^Show \\d+ more')
    await driver.run(scrollThrough)
    await check('jobs')
    await fromMenu(/^Actions for job 1000/, /^Rename/)
    await inDialog('rename a job', () => type(/^Name/))
    await click(/^Remove job 1000/)
    await inDialog('remove a job')
    await type(/^Job number/)
    await type(/^Search jobs/)
    await check('search of jobs')
    for (const show of ['stopped', 'archived']) {
      await goTo(`/jobs?show=${show}`)
      await driver.run(scrollThrough)
      await check(`jobs ${show}`)
    }
    for (const key of visit.backup.jobs) {
      await goTo(`/jobs/${key}`)
      await act('see', 'main h1:not([data-left])', /./)
      await click(/^About this job/)
      // For an unconfirmed request it is open from the start.
      if (!key.startsWith('sent-')) await click(/^Full request/, 'summary')
      await see(/"keywords"/, 'main pre')
      await check(`job ${key}`)
    }
    await goTo(`/jobs/${jobs.failing}`)
    await see(/onerror|ran=1|http:/)
    await check('a job whose checks fail')
  }

  async function visitLibrary(): Promise<void> {
    await goTo('/library')
    await see(/stored on this device/)
    await driver.run(pressAll, 'button', '^Show all \\d+$')
    await driver.run(scrollThrough)
    await check('library, filters and saved views')
    await fromMenu(/^Actions for /, /^Rename/)
    await type(/^Name of the view/)
    await check('rename a view')
    await click(/^Cancel$/)
    await fromMenu(/^Actions for /, /^Delete/)
    await act('see', '[aria-label=Messages]', /^Deleted the view/)
    await check('a message')
    await act('click', '[aria-label="Saved views"] li a', /./)
    await see(/Nothing here matches/)
    await check('a saved view, with its filters')
    await goTo('/library?q=onerror')
    await see(/Best match|stored on this device/)
    await driver.run(scrollThrough)
    await type(/^Search library/)
    await check('search of the library')
    const articles = `/library/articles/~`
    await goTo(`${articles}${encodeURIComponent(visit.backup.articleId)}?versions=yes&decision=reject`)
    await act('see', 'article [aria-label="Reason for rejecting"]', /./)
    expect(await driver.run(readThrough, payloads.length)).toBeGreaterThan(1)
    await check('reader of the library')
    await click(/^Export/)
    await inDialog('export of the library')
    await click(/^\d+ versions$/)
    await inDialog('versions', () => act('see', dialog, /\d words?/))
    await click(/^Edit labels/)
    await inDialog('labels', () => type(/^Label$/))
    await click(/^Reading settings/)
    await inDialog('reading settings')
    await type(/^Note/)
    await check('note')
    await goTo(`${articles}${encodeURIComponent(`one ${payloads[0]}`)}`)
    await see(/Article one /, 'article')
    await click(/ in “/, 'article button[aria-haspopup=dialog]')
    await inDialog('near-duplicates', async () => {
      await act('see', `${dialog} [aria-expanded]`, /./)
      // With several, each is compared only on demand.
      await driver.run(pressAll, `${dialog} [aria-expanded=false]`, '.')
      await act('see', dialog, /and then/)
    })
    await goTo(`${articles}${encodeURIComponent(payloads[4]!)}?q=${encodeURIComponent(payloads[5]!)}`)
    await see(/not in your library/, 'body')
    await check('an article that is not there')
  }

  async function visitLists(): Promise<void> {
    await goTo('/skip-lists')
    await see(/updated automatically/)
    await driver.run(scrollThrough)
    await check('skipped articles')
    await type(/^Search ids and titles/)
    await check('search of skipped articles')
    await act('click', '[aria-label=Lists] li:nth-child(3) [aria-pressed]', /./)
    await see(/Not received yet/)
    await fromMenu(/^Export /, /CSV/)
    await act('see', '[aria-label=Messages]', /^Exported/)
    await check('a list, exported')
    for (const nth of [2, 3])
      await act('click', `[aria-label=Lists] li:nth-child(${nth}) [type=checkbox]`, /./)
    await click(/^Combine 2/)
    await inDialog('combine lists', async () => {
      await click(/^In the first, not in the other/, `${dialog} [type=radio]`)
      await act('see', `${dialog} select`, /./)
      await type(/^Name$/)
    })
    await fromMenu(/^Actions for /, /^Rename/)
    await inDialog('change a list', async () => {
      for (const [nth, name] of few.entries())
        await give(/^/, name, nth % 2 === 0 ? JSON.stringify(payloads) : payloads.join('\n'))
      await type(/^Name$/)
      await type(/^Article ids/)
      // Those that are not text are named in the error of the field.
      await act('see', dialog, /^(?![^]*Reading )/)
    })
    await click(/^Add ids/)
    await inDialog('add ids', () => type(/^Article ids/))
  }

  async function visitForm(): Promise<void> {
    await goTo('/jobs/new')
    // Jobs can be chosen only if not all of their articles are skipped anyway.
    await click(/^Articles you already have/, 'main [type=checkbox]')
    await see(/Earlier jobs/)
    await driver.run(pressAll, 'summary', '.')
    await act('see', '[aria-label="Your lists"]', /./)
    await type(/^Search earlier jobs/)
    await type(/^Search earlier jobs/, [''])
    await check('what to skip')
    await fromMenu(/^Presets/, /^Rename or delete/)
    await inDialog('presets')
    await click(/^Presets/)
    await act('click', '[role=menuitem]:first-child', /./)
    await act('see', '[aria-label=Messages]', /^Filled in from the preset/)
    await fromMenu(/^Presets/, /^Save this request/)
    await inDialog('save a preset', () => type(/^Name/))
    await type(/^Keywords/)
    await type(/^Category/)
    await type(/^Article ids/)
    await type(/^Number of articles/)
    await give(/^/, payloads[6]!, JSON.stringify(payloads))
    await type(/^Number of articles/, ['5'])
    await see(/"keywords"/, 'pre')
    await check('the form, filled in')
    visit.refuse(true)
    await click(/^Create job/)
    await see(/^./, '[role=alert], [aria-invalid]')
    await check('the form, refused')
    visit.refuse(false)
    await goTo(`/jobs/new?from=${jobs.ready}`)
    await see(/Collect more|more/, 'main')
    await check('collect more')
  }

  async function visitRest(): Promise<void> {
    await goTo(`/jobs/${jobs.ready}`)
    await act('see', 'main article', /./)
    await desk.press('jxjx')
    await click(/^Add 2 articles to a list/)
    await inDialog('add to a list')
    for (const text of few.slice(0, 6)) {
      await click(/^Commands/)
      await inDialog('palette', () => type(/^Commands/, [...payloads, text, text.slice(0, 3), 'onerror']))
    }
    await click(/@localhost$/, 'header button')
    await act('see', '[role=menu]', /Sign out/)
    await check('account menu')
    await click(/^Keyboard shortcuts/, '[role=menuitem]')
    await inDialog('keyboard shortcuts')
    for (const path of [
      `/jobs/${encodeURIComponent(payloads[7]!)}`,
      `/${encodeURIComponent(payloads[8]!)}`,
    ]) {
      await goTo(path)
      await desk.see('heading', /./)
      await check(path)
    }
  }

  await signIn()
  await collectAndRead()
  await restore()
  await visitJobs()
  await visitLibrary()
  await visitLists()
  await visitForm()
  await visitRest()
  return places
}

const dialog = ':is([role=dialog], [role=alertdialog])'
const buttons = 'button, a[href]'
