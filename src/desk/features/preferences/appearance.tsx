import styles from './appearance.module.css'
import { changePreferences, type Theme, useDevicePreferences } from './device-preferences.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function Appearance() {
  const { theme } = useDevicePreferences()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Theme</legend>
      <div className={styles.choices}>
        {themes.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="theme"
              className={styles.radio}
              checked={theme === value}
              onChange={() => changePreferences({ theme: value })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
