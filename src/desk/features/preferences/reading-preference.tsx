import { Choices } from './choices.tsx'
import { changePreferences, type ReadingLook, useDevicePreferences } from './device-preferences.ts'
import { readingStyle } from './reading-look.ts'
import styles from './reading-preference.module.css'

const choices = {
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
        <Choices
          legend="Typeface"
          choices={choices.face}
          value={reading.face}
          onChoose={(face) => change({ face })}
        />
        <Choices
          legend="Text size"
          choices={choices.size}
          value={reading.size}
          onChoose={(size) => change({ size })}
        />
        <Choices
          legend="Line width"
          choices={choices.width}
          value={reading.width}
          onChoose={(width) => change({ width })}
        />
        <Choices
          legend="Line spacing"
          choices={choices.lines}
          value={reading.lines}
          onChoose={(lines) => change({ lines })}
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
