import { ReasonsPreference } from '../features/decisions/reasons-preference.tsx'
import { Appearance } from '../features/preferences/appearance.tsx'
import { DensityPreference } from '../features/preferences/density.tsx'
import { DecidingPreference } from '../features/preferences/deciding-preference.tsx'
import { ReadingPreference } from '../features/preferences/reading-preference.tsx'
import { ShortPreference } from '../features/preferences/short-preference.tsx'
import { OwnKeysPreference } from '../features/preferences/own-keys.tsx'
import { ShortcutsPreference } from '../features/preferences/shortcuts-preference.tsx'
import { Backup } from '../features/storage/backup.tsx'
import { ForgetDevice } from '../features/storage/forget-device.tsx'
import { StorageUsed } from '../features/storage/storage-used.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import styles from './sections.module.css'

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
