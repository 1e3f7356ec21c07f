import { createContext, use, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { useCommand } from './commands.tsx'
import { beginsSequence, shortcut, type ShortcutName, subscribeToKeys } from './shortcuts.ts'

export interface ShortcutOptions {
  /** Off while, say, nothing is selected. */
  enabled?: boolean
  /** It does the same on every screen. */
  anywhere?: boolean
}

/** Whether single letters do anything: people who speak to their machine press them by accident (WCAG 2.1.4). */
export const SingleKeysContext = createContext(true)

/**
 * Runs something on the keys of a shortcut, wherever the focus is but in a field or a menu, and not while a dialog is
 * open. Offers it in the command palette too, where the shortcut says so. Keys with Ctrl, Alt or Meta belong to the
 * browser and are left alone.
 */
export function useShortcut(
  name: ShortcutName,
  onPress: (event?: KeyboardEvent) => void,
  { enabled = true, anywhere }: ShortcutOptions = {},
): void {
  const {
    keys,
    name: label,
    command,
  } = useSyncExternalStore(
    subscribeToKeys,
    () => shortcut(name),
    () => shortcut(name),
  )
  const run = useEffectEvent(onPress)
  const singleKeys = use(SingleKeysContext)

  // In place as soon as what it acts on can be seen: an effect would run after the paint, and lose a quick key.
  useLayoutEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => {
      if (!singleKeys && event.key.length === 1) return
      if (event.defaultPrevented || isTakenElsewhere(event)) return
      if (keys.includes(pressed(event))) run(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [keys, enabled, singleKeys])

  useCommand({
    id: command ?? '',
    label,
    shortcut: name,
    run: onPress,
    anywhere,
    enabled: enabled && command !== undefined,
  })
}

/** How long the second key of a sequence is waited for. */
const sequenceMs = 1_500

let begun: { readonly key: string; readonly at: number } | undefined
const known = new WeakMap<KeyboardEvent, string>()

/**
 * What is pressed, "g j" where the key before began a sequence. Every shortcut hears of the same event, and all of them
 * have to be told the same: after `g`, no key means what it means alone.
 */
function pressed(event: KeyboardEvent): string {
  const told = known.get(event)
  if (told !== undefined) return told
  // On its way to a key that needs it.
  if (/^(?:Shift|AltGraph)$/.test(event.key)) return event.key
  const isSecond = begun !== undefined && event.timeStamp - begun.at < sequenceMs
  const keys = isSecond ? `${begun?.key} ${event.key}` : event.key
  begun = !isSecond && beginsSequence(event.key) ? { key: event.key, at: event.timeStamp } : undefined
  known.set(event, keys)
  return keys
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
