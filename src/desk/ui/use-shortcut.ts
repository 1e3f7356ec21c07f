import { createContext, use, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { useCommand } from './commands.tsx'
import { holdKeysUntil, isLeft, textField } from './held-keys.ts'
import { beginsSequence, keyOf, shortcut, type ShortcutName, subscribeToKeys } from './shortcuts.ts'

export interface ShortcutOptions {
  /** False, for example, while nothing is selected. */
  enabled?: boolean
  /** Whether the command palette offers it, too: by default, unless its row in the table has no command. */
  isCommand?: boolean
  /** For a key of the open dialog. Others do nothing meanwhile. */
  inDialog?: boolean
}

/** Whether single letters do anything: users of speech input press them by accident (WCAG 2.1.4). */
export const SingleKeysContext = createContext(true)

/**
 * Runs a function on the keys of a shortcut, unless the focus is in a field or a menu or a dialog is open. Also offers
 * it in the command palette if the shortcut says so. Other keys with Ctrl, Alt or Meta belong to the browser and are
 * ignored. Keys pressed before a promise that the function returns has settled act after that.
 */
export function useShortcut(
  name: ShortcutName,
  onPress: (event?: KeyboardEvent) => unknown,
  { enabled = true, isCommand = true, inDialog = false }: ShortcutOptions = {},
): void {
  const {
    keys,
    name: label,
    group,
    command,
    repeats,
  } = useSyncExternalStore(subscribeToKeys, () => shortcut(name))
  const run = useEffectEvent(onPress)
  const singleKeys = use(SingleKeysContext)
  // Others end as the editor leaves, though the screen stays a moment.
  const anywhere = group === 'anywhere'

  // A layout effect, so that it is in place as soon as its target is visible: an effect runs after the paint and would
  // miss a quick key.
  useLayoutEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => {
      // Browsers send one without a key as they fill in a field.
      if (!singleKeys && event.key?.length === 1) return
      // A held key must not undo or decide one article after the other.
      if (event.defaultPrevented || (event.repeat && !repeats)) return
      // Whether a dialog is open comes last, since that searches the page.
      if (!keys.includes(pressed(event)) || isDialogOpen() !== inDialog) return
      // A field that takes the focus at once would get the letter as well.
      if (event.key.length === 1) event.preventDefault()
      // The key is meant for the screen in the address, which may still be fetched.
      const done = anywhere || !isLeft() ? run(event) : undefined
      if (done instanceof Promise) holdKeysUntil(done)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [keys, enabled, singleKeys, repeats, anywhere, inDialog])

  useCommand({
    id: command ?? '',
    label,
    shortcut: name,
    run: onPress,
    anywhere,
    enabled: enabled && isCommand && command !== undefined,
  })
}

/** How long to wait for the second key of a sequence. */
const sequenceMs = 1_500

let begun: { readonly key: string; readonly at: number } | undefined
const known = new WeakMap<KeyboardEvent, string>()

/**
 * The keys pressed, "g j" if the previous key began a sequence; blank if they are for another control. Every shortcut
 * receives the same event, and all must get the same result: after `g`, no key has its own meaning.
 */
function pressed(event: KeyboardEvent): string {
  const keys = known.get(event) ?? (isTakenElsewhere(event) ? '' : keysOf(event))
  known.set(event, keys)
  return keys
}

function keysOf(event: KeyboardEvent): string {
  // A modifier on the way to the key that needs it.
  if (/^(?:Shift|AltGraph)$/.test(event.key)) return event.key
  const key = keyOf(event)
  const isSecond = begun !== undefined && event.timeStamp - begun.at < sequenceMs
  const keys = isSecond ? `${begun?.key} ${key}` : key
  begun = !isSecond && beginsSequence(key) ? { key, at: event.timeStamp } : undefined
  return keys
}

const isTakenElsewhere = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.altKey ||
  event.metaKey ||
  event.isComposing ||
  (event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.closest(otherControls) !== null))

/** A dialog that is closing, too: the keys of an open one are its own. */
const otherControls = `${textField}, select, [role=menu], [role=dialog][data-ending-style], [role=listbox]`

/** Whether an open dialog waits for an answer; one that is closing doesn't. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role$=dialog]:not([data-ending-style])') !== null
