import { Switch } from '../../ui/switch.tsx'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

export function ShortcutsPreference() {
  const { singleKeys } = useDevicePreferences()
  return (
    <Switch
      label="Single-letter shortcuts"
      hint="Turn them off if you dictate, or press letters by accident. Keys such as Escape and Enter keep working."
      checked={singleKeys}
      onCheckedChange={(checked) => changePreferences({ singleKeys: checked })}
    />
  )
}
