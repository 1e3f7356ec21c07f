import { Link } from 'react-router-dom'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './keys-dialog.module.css'
import { paletteKeys } from './palette.tsx'

interface KeyLine {
  keys: readonly string[]
  does: string
}

/** Only what works: a key that does nothing yet is not listed. */
const groups: readonly { title: string; lines: readonly KeyLine[] }[] = [
  {
    title: 'Anywhere',
    lines: [
      { keys: paletteKeys, does: 'Commands: go to, find or do anything' },
      { keys: ['n'], does: 'New job' },
      { keys: ['z'], does: 'Undo the last thing done, wherever it was' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
    ],
  },
  {
    title: 'Articles, in a list and while reading',
    lines: [
      { keys: ['j', 'k'], does: 'Next, previous' },
      { keys: ['v'], does: 'Keep' },
      { keys: ['b'], does: 'Maybe' },
      { keys: ['d'], does: 'Reject' },
      { keys: ['m'], does: 'Mark as read, or as unread' },
      { keys: ['.', ','], does: 'Next, previous hit in the text' },
      { keys: ['Esc'], does: 'Back; first lets go of a selection' },
    ],
  },
  {
    title: 'In a list',
    lines: [
      { keys: ['Enter', 'o'], does: 'Open' },
      { keys: ['x'], does: 'Select; with Shift, a range' },
      { keys: ['/'], does: 'Search' },
      { keys: ['c'], does: 'Copy ids' },
    ],
  },
]

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { singleKeys } = useDevicePreferences()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description={
        // A link also is what the keyboard needs to scroll what does not fit.
        <>
          {singleKeys
            ? 'They rest while you type in a field. Single letters can be switched off in the '
            : `Enter, Esc and ${paletteKeys.join(' ')} go on working; single letters are switched off in the `}
          <Link to={paths.preferences} onClick={() => onOpenChange(false)}>
            preferences
          </Link>
          .
        </>
      }
    >
      {groups.map(({ title, lines }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.lines}>
            {lines.map(({ keys, does }) => (
              <div key={does} className={styles.line}>
                <dt>{does}</dt>
                <dd className={styles.keys}>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
