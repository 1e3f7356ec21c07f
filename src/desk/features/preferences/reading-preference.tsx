import { SegmentedControl } from './segmented-control.tsx'
import { changePreferences, type ReadingLook, useDevicePreferences } from './device-preferences.ts'
import { readingStyle } from './reading-look.ts'
import styles from './reading-preference.module.css'

const options = {
  face: [
    { value: 'serif', label: 'Serif' },
    { value: 'sans', label: 'Sans' },
    { value: 'legible', label: 'Legible' },
  ],
  size: [
    { value: 'small', label: 'Small' },
    { value: 'normal', label: 'Normal' },
    { value: 'large', label: 'Large' },
    { value: 'huge', label: 'Huge' },
  ],
  width: [
    { value: 'narrow', label: 'Narrow' },
    { value: 'normal', label: 'Normal' },
    { value: 'wide', label: 'Wide' },
  ],
  lines: [
    { value: 'tight', label: 'Tight' },
    { value: 'normal', label: 'Normal' },
    { value: 'loose', label: 'Loose' },
  ],
} as const

/** How articles are set, with a few lines as a preview. */
export function ReadingPreference() {
  const { reading } = useDevicePreferences()
  const change = (part: Partial<ReadingLook>) => changePreferences({ reading: { ...reading, ...part } })
  return (
    <div className={styles.preference}>
      <div>
        <SegmentedControl
          legend="Typeface"
          options={options.face}
          value={reading.face}
          onChange={(face) => change({ face })}
        />
        <SegmentedControl
          legend="Text size"
          options={options.size}
          value={reading.size}
          onChange={(size) => change({ size })}
        />
        <SegmentedControl
          legend="Line width"
          options={options.width}
          value={reading.width}
          onChange={(width) => change({ width })}
        />
        <SegmentedControl
          legend="Line spacing"
          options={options.lines}
          value={reading.lines}
          onChange={(lines) => change({ lines })}
        />
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
