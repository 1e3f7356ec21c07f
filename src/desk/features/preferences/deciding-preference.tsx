import { Choices } from './choices.tsx'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

const choices = [
  { value: 'undecided', label: 'To the next undecided' },
  { value: 'next', label: 'To the next' },
  { value: 'stay', label: 'Stay' },
] as const

export function DecidingPreference() {
  const { afterDeciding } = useDevicePreferences()
  return (
    <Choices
      legend="After a decision"
      choices={choices}
      value={afterDeciding}
      onChoose={(afterDeciding) => changePreferences({ afterDeciding })}
    />
  )
}
