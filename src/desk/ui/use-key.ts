import { createContext, use, useEffect, useEffectEvent } from 'react'

export interface KeyOptions {
  /** Off while, say, nothing is selected. */
  enabled?: boolean
}

/** Whether single letters do anything: people who speak to their machine press them by accident (WCAG 2.1.4). */
export const SingleKeysContext = createContext(true)

/**
 * Runs something on a key, as `event.key` names it ("j", "?", "Escape"), wherever the focus is but in a field or a
 * menu, and not while a dialog is open. Keys with Ctrl, Alt or Meta belong to the browser and are left alone.
 */
export function useKey(
  key: string,
  onKey: (event: KeyboardEvent) => void,
  { enabled = true }: KeyOptions = {},
): void {
  const run = useEffectEvent(onKey)
  const singleKeys = use(SingleKeysContext)
  const listening = enabled && (singleKeys || key.length > 1)
  useEffect(() => {
    if (!listening) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || isTakenElsewhere(event)) return
      run(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, listening])
}

function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true
  if (isDialogOpen()) return true
  if (!(event.target instanceof HTMLElement)) return false
  if (event.target.isContentEditable) return true
  return event.target.closest(takenBy) !== null
}

const takenBy =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=menu], [role=dialog], [role=listbox]'

/** Whether a dialog waits for its own answer; one that is on its way out does not. */
export const isDialogOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-ending-style])') !== null
