import { use, useSyncExternalStore } from 'react'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { KeyCaps } from '../ui/kbd.tsx'
import { keyCaps, type ShortcutName } from '../ui/shortcuts.ts'
import { SingleKeysContext } from '../ui/use-shortcut.ts'
import styles from './reading-hint.module.css'

const hints: readonly { name: ShortcutName; does: string }[] = [
  { name: 'next', does: 'goes to the next article' },
  { name: 'open', does: 'opens it here' },
  { name: 'keep', does: 'keeps it' },
  { name: 'maybe', does: 'marks it “Maybe”' },
  { name: 'reject', does: 'rejects it' },
  { name: 'help', does: 'shows all shortcuts' },
]

/**
 * Takes the place of the reader while no article is open: how to open one, and the keys to use on it. Blank while the
 * list shows none.
 */
export function ReadingHint({ listHandle }: { listHandle: ListHandle }) {
  const singleKeys = use(SingleKeysContext)
  const { count } = useSyncExternalStore(listHandle.subscribe, listHandle.ordering)
  if (count === 0) return null
  return (
    <div className={styles.hint}>
      <p className={styles.words}>Choose an article to read it here.</p>
      {singleKeys ? (
        <dl className={styles.keys}>
          {hints.map(({ name, does }) => (
            <div key={name}>
              <dt>
                <KeyCaps caps={keyCaps(name)[0]} />
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}
