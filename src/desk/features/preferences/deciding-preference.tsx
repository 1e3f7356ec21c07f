import styles from './appearance.module.css'
import { type AfterDeciding, changePreferences, useDevicePreferences } from './device-preferences.ts'

const choices: readonly { value: AfterDeciding; label: string }[] = [
  { value: 'undecided', label: 'To the next undecided' },
  { value: 'next', label: 'To the next' },
  { value: 'stay', label: 'Stay' },
]

export function DecidingPreference() {
  const { afterDeciding } = useDevicePreferences()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>After a decision</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="after-deciding"
              className={styles.radio}
              checked={afterDeciding === value}
              onChange={() => changePreferences({ afterDeciding: value })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
