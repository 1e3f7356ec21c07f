import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as TestingLibrary from '@testing-library/dom'
import type { Driver } from './driver.ts'

/** Finds controls as the tests in Chromium do: by role and name, or by label. */
export interface Screen {
  /** Waits for it. @returns its text */
  see(role: string, name: string | RegExp): Promise<string>
  /** Waits for a text anywhere. */
  seeText(text: string | RegExp): Promise<void>
  click(role: string, name: string | RegExp): Promise<void>
  /** Clicks into the field of that label and types. */
  fill(label: string, text: string): Promise<void>
  /** Presses keys one after the other, with Control if requested. */
  press(keys: string, held?: keyof typeof heldKeys): Promise<void>
}

const heldKeys = { Control: '\uE009' }

/** WebDriver's codes of keys without a character. */
export const keys = { enter: '\uE007', escape: '\uE00C' }

interface Wanted {
  readonly role: string
  readonly name: string
  readonly flags: string | null
}

export function screenOf(driver: Driver): Screen {
  /** Repeats the search on the next page if this one is left meanwhile. */
  async function find(wanted: Wanted): Promise<{ x: number; y: number; text: string }> {
    for (;;)
      try {
        await driver.run(loadTestingLibrary)
        return await driver.run(findOnPage, wanted)
      } catch (error) {
        if (!/unload event|testingLibrary is undefined/.test(String(error))) throw error
      }
  }

  const press: Screen['press'] = (typed, held) => {
    const each = Array.from(typed, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat()
    const hold = held && heldKeys[held]
    const actions = hold ? [{ type: 'keyDown', value: hold }, ...each, { type: 'keyUp', value: hold }] : each
    return driver.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  const click: Screen['click'] = async (role, name) => {
    const { x, y } = await find(wantedOf(role, name))
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.perform([{ type: 'pointer', id: 'mouse', actions }])
  }

  return {
    see: async (role, name) => (await find(wantedOf(role, name))).text,
    seeText: async (text) => void (await find(wantedOf(anyText, text))),
    click,
    async fill(label, text) {
      await click(labelled, label)
      await press(text)
    },
    press,
  }
}

/** Used instead of a role: the name is a field's label, or a text anywhere. */
export const labelled = 'label'
const anyText = 'text'

const wantedOf = (role: string, name: string | RegExp): Wanted =>
  typeof name === 'string' ? { role, name, flags: null } : { role, name: name.source, flags: name.flags }

const library = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
)

/** A function by its text, so that the page's policy against `eval` does not block it. */
// oxlint-disable-next-line typescript/no-implied-eval -- the text is a library's file, and is run in the page
const loadTestingLibrary = new Function(
  `if (window.testingLibrary) return
  const exports = {}, module = { exports }
  ${readFileSync(library, 'utf8')}
  window.testingLibrary = exports`,
) as () => void

async function findOnPage({ role, name, flags }: Wanted): Promise<{ x: number; y: number; text: string }> {
  const { within } = (window as unknown as { testingLibrary: typeof TestingLibrary }).testingLibrary
  // Its `screen` stays broken if the page had no body yet when the library was loaded, and a page just opened has no
  // elements at all.
  const page = within(document as unknown as HTMLElement)
  const wanted = flags === null ? name : new RegExp(name, flags)
  const wait = {
    timeout: 20_000,
    onTimeout: () => new Error(`No ${role} ${name}: ${document.documentElement?.innerText.slice(0, 500)}`),
  }
  const [found] =
    role === 'label'
      ? await page.findAllByLabelText(wanted, undefined, wait)
      : role === 'text'
        ? await page.findAllByText(wanted, undefined, wait)
        : await page.findAllByRole(role, { name: wanted }, wait)
  found!.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const middle = () => {
    const { left, top, width, height } = found!.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  // In a dialog that is still moving, a click would hit something beside the target.
  let { x, y } = middle()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = middle()
    if (next.x === x && next.y === y) return { x, y, text: found!.textContent ?? '' }
    ;({ x, y } = next)
  }
}
