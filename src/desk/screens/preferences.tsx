import { settingsPath } from '../../contract/paths.ts'
import { ReasonsPreference } from '../features/decisions/reasons-preference.tsx'
import { ReadingPreference } from '../features/preferences/reading-preference.tsx'
import { ShortPreference } from '../features/preferences/short-preference.tsx'
import { OwnKeysPreference } from '../features/preferences/own-keys.tsx'
import { Backup } from '../features/storage/backup.tsx'
import { ForgetDevice } from '../features/storage/forget-device.tsx'
import { StorageUsed } from '../features/storage/storage-used.tsx'
import { useSession } from '../session/session-context.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import styles from './sections.module.css'
import { changePreferences, useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { SegmentedControl } from '../features/preferences/segmented-control.tsx'

export function PreferencesScreen() {
  const { theme, density, singleKeys, afterDeciding } = useDevicePreferences()
  return (
    <Page title="Preferences">
      <div className={styles.sections}>
        <div>
          <Section title="Appearance">
            <SegmentedControl
              legend="Theme"
              options={themes}
              value={theme}
              onChange={(theme) => changePreferences({ theme })}
            />
          </Section>
          <Section title="Reading">
            <ReadingPreference />
          </Section>
          <Section title="Lists">
            <SegmentedControl
              legend="Row height"
              options={densities}
              value={density}
              onChange={(density) => changePreferences({ density })}
            />
            <ShortPreference />
          </Section>
          <Section title="Keyboard">
            <Checkbox
              isSwitch
              label="Single-letter shortcuts"
              hint="Turn them off if you dictate, or press letters by accident. Keys such as Esc and Enter keep working."
              checked={singleKeys}
              onCheckedChange={(singleKeys) => changePreferences({ singleKeys })}
            />
            <OwnKeysPreference />
          </Section>
          <Section title="Deciding">
            <SegmentedControl
              legend="After a decision"
              options={afterDecisions}
              value={afterDeciding}
              onChange={(afterDeciding) => changePreferences({ afterDeciding })}
            />
            <ReasonsPreference />
          </Section>
        </div>
        <div>
          <Section title="Service">
            <ServiceSettings />
          </Section>
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

/** Every service has this page: the interface says where a key is set. */
function ServiceSettings() {
  const { account } = useSession()
  if (!account) return null
  return (
    <p className={styles.words}>
      Your API key is changed in the{' '}
      <a href={account.serviceAddress + settingsPath} target="_blank" rel="noreferrer">
        settings of the service
      </a>
      . The service that comes with the desk also has its sources there.
    </p>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

const afterDecisions = [
  { value: 'undecided', label: 'Next undecided article' },
  { value: 'next', label: 'Next article' },
  { value: 'stay', label: 'Stay on the article' },
] as const
