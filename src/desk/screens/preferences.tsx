import { ReasonsPreference } from '../features/decisions/reasons-preference.tsx'
import { Appearance } from '../features/preferences/appearance.tsx'
import { DecidingPreference } from '../features/preferences/deciding-preference.tsx'
import { ShortcutsPreference } from '../features/preferences/shortcuts-preference.tsx'
import { Backup } from '../features/storage/backup.tsx'
import { ForgetDevice } from '../features/storage/forget-device.tsx'
import { StorageUsed } from '../features/storage/storage-used.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'

export function PreferencesScreen() {
  return (
    <Page title="Preferences" width="form">
      <Section title="Appearance">
        <Appearance />
      </Section>
      <Section title="Keyboard">
        <ShortcutsPreference />
      </Section>
      <Section title="Deciding">
        <DecidingPreference />
        <ReasonsPreference />
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
    </Page>
  )
}
