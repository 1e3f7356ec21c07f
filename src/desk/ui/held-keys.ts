import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Long enough for somebody who is typing to look up. */
const typingPauseMs = 1000

/** What the keys wait for, by the functions that end it. */
const holds = new Set<() => void>()
let held: KeyboardEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Set while they wait for a field or a dialog. */
let cancel: (() => void) | undefined
/** Whether a pause drops them. Not where what they wait for is sure to come. */
let isDropped: boolean
/** Undefined while there are no screens, as before the sign-in. */
let drawnScreen: string | undefined

/**
 * Keeps keys from the page until the returned function is called: then they do what they would have done if they had
 * been pressed only now. A pause before that drops them: an editor who looks up sees that nothing has happened. Keys for
 * the browser, and those pressed in a field, don't wait.
 *
 * @param onCancel given if they wait for a field or a dialog: Escape drops what was typed for it, and a pause only after
 *   {@link dropKeysAtPause}
 */
export function holdKeys(onCancel?: () => void): () => void {
  const release = () => {
    holds.delete(release)
    // Later, since it may be called while something is drawn.
    queueMicrotask(async () => {
      if (holds.size > 0) return
      for (const event of dropKeys()) {
        flushSync(() => press(event))
        // A dialog that it has closed gives the focus back only then.
        await Promise.resolve()
      }
    })
  }
  holds.add(release)
  cancel = onCancel
  isDropped = !onCancel
  document.addEventListener('keydown', hold, { capture: true })
  return release
}

/** No pause drops these: they wait for work of this device, such as an undo, which ends however slow it is. */
export function holdKeysUntil(done: Promise<unknown>): void {
  const release = holdKeys()
  isDropped = false
  done.then(release, release)
}

/**
 * Holds keys from the moment that the address names another screen until that is drawn: they are for that one, and those
 * held before for this one are dropped. The reader beside a list counts as another screen, but not each article in it.
 *
 * @param pathname of what is drawn
 */
export function useKeysForNextScreen(pathname: string): void {
  const drawn = screenOf(pathname)
  useLayoutEffect(() => {
    drawnScreen = drawn
    let awaited = drawn
    let release = () => {}
    const follow = () => {
      const screen = screenOf(location.pathname)
      if (screen === awaited) return
      awaited = screen
      dropKeys()
      if (screen !== drawn) release = holdKeys()
    }
    // Of the window, so that it comes before the one that holds the key.
    addEventListener('keydown', follow, { capture: true })
    return () => {
      follow()
      removeEventListener('keydown', follow, { capture: true })
      drawnScreen = undefined
      release()
    }
  }, [drawn])
}

/** The address of a screen, without the article in it. */
const screenOf = (pathname: string): string => pathname.replace(/(\/articles\/).*/, '$1')

/** Whether the address names another screen than the one that is drawn, which stays a moment. */
export const isLeft = (): boolean => drawnScreen !== undefined && screenOf(location.pathname) !== drawnScreen

export const areKeysHeld = (): boolean => holds.size > 0

/** What they wait for may never come: at the next pause, they act at once again. */
export function dropKeysAtPause(): void {
  clearTimeout(timer)
  timer = areKeysHeld() ? setTimeout(dropKeys, typingPauseMs) : undefined
}

/**
 * Keys wait while something is busy: they are for what comes.
 *
 * @returns a function that leaves the field and calls another as soon as nothing is busy; not if the editor has gone back
 *   to the field by then
 */
export function useOnceReady(busy: boolean, go: () => void): () => void {
  const isAsked = useRef(false)
  const goOn = useEffectEvent(go)
  useLayoutEffect(() => {
    if (busy) return holdKeys()
    if (isAsked.current && !isTyping()) goOn()
    isAsked.current = false
    return undefined
  }, [busy])
  return () => {
    if (!busy) return go()
    leaveField()
    isAsked.current = true
  }
}

export const textField = 'input:not([type=checkbox], [type=radio], [type=button]), textarea'

/** Whether what is typed goes into a field. */
export const isTyping = (): boolean => document.activeElement?.matches(textField) ?? false

/** What is typed next is not for the field that has the focus, if any. */
export function leaveField(): void {
  if (isTyping()) (document.activeElement as HTMLElement).blur()
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  const isFirst = !cancel && !held[0]
  // Ends what is on its way, rather than wait for it.
  if (isFirst && key === 'Escape' && !isLeft()) return
  // The list can be scrolled meanwhile, and a button or an open menu doesn't depend on it.
  const waits = isFirst ? /^(\S|Enter|Escape)$/ : /^(?!Tab$|F\d+$)/
  const apart = `select, [role=menu], [role$=dialog]${key === 'Enter' ? ', button, nav a' : ''}`
  const isApart = !cancel && (event.target as Element).closest(apart)
  if (ctrlKey || metaKey || altKey || !waits.test(key) || isApart || isTyping()) return
  event.preventDefault()
  event.stopPropagation()
  held.push(event)
  if (isDropped || timer) dropKeysAtPause()
  if (!cancel || key !== 'Escape') return
  dropKeys()
  cancel()
}

/** @returns the keys that were held: nothing comes that they could be for */
export function dropKeys(): readonly KeyboardEvent[] {
  const dropped = held
  held = []
  holds.clear()
  // Nothing is left to wait for.
  dropKeysAtPause()
  document.removeEventListener('keydown', hold, { capture: true })
  return dropped
}

/** Does what the page and the browser do on a key. */
function press(event: KeyboardEvent): void {
  const { key, code, shiftKey, repeat } = event
  const modifierCapsLock = event.getModifierState('CapsLock')
  const init = { key, code, shiftKey, repeat, modifierCapsLock, bubbles: true, cancelable: true }
  const target = document.activeElement as HTMLElement
  if (!target.dispatchEvent(new KeyboardEvent('keydown', init))) return
  if (isTyping()) typeInto(target as HTMLInputElement, key)
  else if (key === 'Enter' && target.matches('a, button')) target.click()
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (key === 'Enter' && field instanceof HTMLInputElement) return field.form?.requestSubmit()
  const { selectionStart: start, selectionEnd: end } = field
  const typed = key === 'Enter' ? '\n' : key === 'Backspace' ? '' : key
  // A field for numbers has no selection.
  if (typed.length > 1 || start === null) return
  field.setRangeText(typed, typed === '' && start === end ? start && start - 1 : start, end!, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
