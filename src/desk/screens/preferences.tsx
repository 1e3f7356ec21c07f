import { Appearance } from '../features/preferences/appearance.tsx'
import { KeysPreference } from '../features/preferences/keys-preference.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'

export function PreferencesScreen() {
  return (
    <Page title="Preferences" width="form" lede="They hold for this browser, whoever is signed in.">
      <Section title="Appearance">
        <Appearance />
      </Section>
      <Section title="Keyboard">
        <KeysPreference />
      </Section>
    </Page>
  )
}
