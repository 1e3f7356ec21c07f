import { useCallback } from 'react'

/**
 * Keeps the focus where the work is when the row that has it goes: it moves to the row that takes its place, else to the
 * last one, and when the list itself goes, to the heading above it. Where the focus is elsewhere it stays there.
 *
 * @returns a ref for the list, whose children are the rows
 */
export function useRowFocus(): (list: HTMLElement | null) => (() => void) | undefined {
  return useCallback((list: HTMLElement | null) => (list ? follow(list) : undefined), [])
}

function follow(list: HTMLElement): () => void {
  /** The row that had the focus last, also while a menu of it has it. */
  let row: Element | null = null
  const section = list.closest<HTMLElement>('section, main')

  const remember = ({ target }: FocusEvent) => {
    row = [...list.children].find((child) => child.contains(target as Node)) ?? null
  }
  const watch = new MutationObserver((changes) => {
    const gone = changes.find(({ removedNodes }) => row && [...removedNodes].includes(row))
    if (!gone || !isFocusLost()) return
    const next = gone.nextSibling ?? gone.previousSibling ?? list.lastElementChild
    if (next instanceof HTMLElement) firstControl(next)?.focus()
  })
  list.addEventListener('focusin', remember)
  watch.observe(list, { childList: true })

  return () => {
    list.removeEventListener('focusin', remember)
    watch.disconnect()
    const hadFocus = row !== null && (list.contains(document.activeElement) || isFocusLost())
    // Once it is off the page: where it only gave its place to another one, the focus is there.
    if (hadFocus) queueMicrotask(() => isFocusLost() && focusHeading(section))
  }
}

/** Nowhere, or in a menu, which is about to give it back to a button that is gone. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.closest('[role=menu]') !== null
}

const firstControl = (row: HTMLElement) => row.querySelector<HTMLElement>('a, button, input')

function focusHeading(section: HTMLElement | null): void {
  const heading = section?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
