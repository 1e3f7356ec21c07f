import { Choices } from './choices.tsx'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function Appearance() {
  const { theme } = useDevicePreferences()
  return (
    <Choices
      legend="Theme"
      choices={themes}
      value={theme}
      onChoose={(theme) => changePreferences({ theme })}
    />
  )
}
