import Rows2 from 'lucide-react/icons/rows-2'
import Rows4 from 'lucide-react/icons/rows-4'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './appearance.module.css'
import { changePreferences, type Density, useDevicePreferences } from './device-preferences.ts'

const choices: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** Among the other preferences. */
export function DensityPreference() {
  const { density } = useDevicePreferences()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Rows of a list</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="density"
              className={styles.radio}
              checked={density === value}
              onChange={() => changePreferences({ density: value })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The same beside a list: pressed while its rows are compact. */
export function DensityButton() {
  const { density } = useDevicePreferences()
  const isCompact = density === 'compact'
  return (
    <IconButton
      label="Compact rows"
      icon={isCompact ? <Rows4 /> : <Rows2 />}
      aria-pressed={isCompact}
      onClick={() => changePreferences({ density: isCompact ? 'comfortable' : 'compact' })}
    />
  )
}
