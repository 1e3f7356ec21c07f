/**
 * A ref for a list, whose children are the rows. Keeps the focus in place when the focused row disappears: moves it to
 * the row that takes its place, else to the last row, and if none is left, to the heading above. Scrolls nothing, and
 * does nothing if the focus is elsewhere.
 */
export function keepRowFocus(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  /** The row that last had the focus, or whose menu has it. */
  let row: Element | null = null
  const section = list.closest<HTMLElement>('section, main')

  const remember = ({ target }: FocusEvent) => {
    row = [...list.children].find((child) => child.contains(target as Node)) ?? null
  }
  const watch = new MutationObserver((changes) => {
    const gone = changes.find(({ removedNodes }) => row && [...removedNodes].includes(row))
    if (!gone || !isFocusLost()) return
    const next = gone.nextSibling ?? gone.previousSibling ?? list.lastElementChild
    const target = next instanceof HTMLElement ? firstControl(next) : undefined
    if (target) target.focus()
    else focusHeading(section, { preventScroll: true })
  })
  list.addEventListener('focusin', remember)
  watch.observe(list, { childList: true })

  return () => {
    list.removeEventListener('focusin', remember)
    watch.disconnect()
    const hadFocus = row !== null && (list.contains(document.activeElement) || isFocusLost())
    // Wait until it is off the page: if it was only replaced, the replacement has the focus.
    if (hadFocus) queueMicrotask(() => isFocusLost() && focusHeading(section, { preventScroll: true }))
  }
}

/** True if the focus is nowhere, or in a menu about to return it to a button that is gone. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.closest('[role=menu]') !== null
}

const firstControl = (row: HTMLElement) =>
  row.matches(control) ? row : row.querySelector<HTMLElement>(control)

const control = 'a, button, input'

/** @param section where to look for a heading first */
export function focusHeading(section: HTMLElement | null = null, options?: FocusOptions): void {
  const heading = section?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus(options)
}

/** For what had the focus and is gone. Scrolls nothing. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) focusHeading(null, { preventScroll: true })
}
