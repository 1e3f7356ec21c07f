import { capitalized } from '../../ui/number-words.ts'
import { SegmentedControl } from './segmented-control.tsx'
import {
  changePreferences,
  readingChoices,
  type ReadingLook,
  useDevicePreferences,
} from './device-preferences.ts'
import { readingStyle } from './reading-look.ts'
import styles from './reading-preference.module.css'

const legends = {
  face: 'Typeface',
  size: 'Text size',
  width: 'Line width',
  lines: 'Line spacing',
} as const

/** How articles are set, with a few lines as a preview. */
export function ReadingPreference() {
  const { reading } = useDevicePreferences()
  return (
    <div className={styles.preference}>
      <div>
        {(Object.keys(legends) as (keyof ReadingLook)[]).map((name) => (
          <SegmentedControl
            key={name}
            legend={legends[name]}
            options={readingChoices[name].map((value) => ({ value, label: capitalized(value) }))}
            value={reading[name]}
            onChange={(value) => changePreferences({ reading: { ...reading, [name]: value } })}
          />
        ))}
      </div>
      <figure className={styles.preview} style={readingStyle(reading)}>
        <figcaption className={styles.caption}>Preview</figcaption>
        <p>
          Every river town has a board with numbers on it. On wet evenings people come down to look at it, and
          say to one another how high it stood the last time.
        </p>
      </figure>
    </div>
  )
}
