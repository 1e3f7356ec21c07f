import { ReasonsPreference } from '../features/decisions/reasons-preference.tsx'
import { DensityPreference } from '../features/preferences/density.tsx'
import { ReadingPreference } from '../features/preferences/reading-preference.tsx'
import { ShortPreference } from '../features/preferences/short-preference.tsx'
import { OwnKeysPreference } from '../features/preferences/own-keys.tsx'
import { Backup } from '../features/storage/backup.tsx'
import { ForgetDevice } from '../features/storage/forget-device.tsx'
import { StorageUsed } from '../features/storage/storage-used.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import styles from './sections.module.css'
import { Switch } from '../ui/switch.tsx'
import { changePreferences, useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { SegmentedControl } from '../features/preferences/segmented-control.tsx'

export function PreferencesScreen() {
  return (
    <Page title="Preferences">
      <div className={styles.sections}>
        <div>
          <Section title="Appearance">
            <Appearance />
          </Section>
          <Section title="Reading">
            <ReadingPreference />
          </Section>
          <Section title="Lists">
            <DensityPreference />
            <ShortPreference />
          </Section>
          <Section title="Keyboard">
            <ShortcutsPreference />
            <OwnKeysPreference />
          </Section>
          <Section title="Deciding">
            <DecidingPreference />
            <ReasonsPreference />
          </Section>
        </div>
        <div>
          <Section title="Storage">
            <StorageUsed />
          </Section>
          <Section title="Backup">
            <Backup />
          </Section>
          <Section title="Forget this device">
            <ForgetDevice />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function ShortcutsPreference() {
  const { singleKeys } = useDevicePreferences()
  return (
    <Switch
      label="Single-letter shortcuts"
      hint="Turn them off if you dictate, or press letters by accident. Keys such as Esc and Enter keep working."
      checked={singleKeys}
      onCheckedChange={(checked) => changePreferences({ singleKeys: checked })}
    />
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function Appearance() {
  const { theme } = useDevicePreferences()
  return (
    <SegmentedControl
      legend="Theme"
      options={themes}
      value={theme}
      onChange={(theme) => changePreferences({ theme })}
    />
  )
}

const options = [
  { value: 'undecided', label: 'Next undecided article' },
  { value: 'next', label: 'Next article' },
  { value: 'stay', label: 'Stay on the article' },
] as const

function DecidingPreference() {
  const { afterDeciding } = useDevicePreferences()
  return (
    <SegmentedControl
      legend="After a decision"
      options={options}
      value={afterDeciding}
      onChange={(afterDeciding) => changePreferences({ afterDeciding })}
    />
  )
}
