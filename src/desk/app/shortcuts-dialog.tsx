import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd, KeyCaps } from '../ui/kbd.tsx'
import { keyCaps, shortcutGroups, shortcuts, type ShortcutName } from '../ui/shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = useDevicePreferences()
  const commands = keyCaps('commands').flat().join(' ')
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description={
        // Links also let the keyboard scroll content that doesn't fit.
        <>
          {singleKeys
            ? 'Shortcuts are off while you type. Change the keys, or turn single letters off, in the '
            : `Enter, Esc and ${commands} keep working; single letters are turned off in the `}
          <Link to={paths.preferences} onClick={onClose}>
            preferences
          </Link>
          .
        </>
      }
    >
      {Object.entries(shortcutGroups).map(([group, title]) => (
        <section key={group} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.lines}>
            {namesIn(group).map((name) => (
              <div key={name} className={styles.line}>
                <dt>{shortcuts[name].name}</dt>
                <dd className={styles.keys}>
                  <KeysOf name={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className={styles.group}>
        <h3 className={styles.title}>While searching articles</h3>
        <dl className={styles.lines}>
          {searchForms.map(([meaning, example]) => (
            <div key={meaning} className={styles.line}>
              <dt>{meaning}</dt>
              <dd className={styles.keys}>
                <Kbd>{example}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  )
}

/** The search syntax of `parseSearch`, explained here because no list screen does so. */
const searchForms = [
  ['A phrase', '"storm surge"'],
  ['Without a word', '-storm'],
  ['Without a phrase', '-"storm surge"'],
] as const

const namesIn = (group: string): ShortcutName[] =>
  (Object.keys(shortcuts) as ShortcutName[]).filter((name) => shortcuts[name].group === group)

/** A numbered series by its ends: "1 to 9". */
function KeysOf({ name }: { name: ShortcutName }) {
  const all = keyCaps(name)
  const isSeries = all.length > 2
  const shown = isSeries ? [all[0]!, all.at(-1)!] : all
  return shown.map((caps, index) => (
    <Fragment key={caps.join(' ')}>
      {/* Otherwise "n, or g and then n" would read as three keys in a row. */}
      {index > 0 ? (isSeries ? ' to ' : ' or ') : null}
      <KeyCaps caps={caps} />
    </Fragment>
  ))
}
