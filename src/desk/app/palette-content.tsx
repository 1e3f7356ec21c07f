import { useState } from 'react'
import type { PaletteItem } from '../features/palette/palette-items.ts'
import { PaletteDialog } from '../features/palette/palette-dialog.tsx'
import { changePreferences, useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { paths } from '../paths.ts'
import { type Command, useReadCommands } from '../ui/commands.tsx'
import { useSignOutFromAnywhere } from './use-sign-out-from-anywhere.ts'

export interface PaletteContentProps {
  onClose: () => void
  /** Closes the palette, then opens the address or performs the action. */
  onChoose: (item: PaletteItem) => void
}

/** The palette with everything the desk offers; fetched on first use. */
export function PaletteContent(dialog: PaletteContentProps) {
  const readCommands = useReadCommands()
  const desk = useDeskCommands()
  // The screen's commands, fixed when the palette was opened.
  const [items] = useState<PaletteItem[]>(() => {
    const offered = readCommands()
    return [
      ...offered.filter(({ anywhere }) => !anywhere).map(inGroup('This screen')),
      ...places,
      ...[...offered.filter(({ anywhere }) => anywhere), ...desk].map(inGroup('Desk')),
    ]
  })
  return <PaletteDialog {...dialog} items={items} />
}

const inGroup =
  (group: PaletteItem['group']) =>
  (command: Command): PaletteItem => ({ ...command, group })

const places: readonly PaletteItem[] = [
  { id: 'go/new-job', group: 'Go to', label: 'New job', shortcut: 'new-job', to: paths.newJob },
  { id: 'go/jobs', group: 'Go to', label: 'Jobs', to: paths.jobs },
  { id: 'go/library', group: 'Go to', label: 'Library', to: paths.library },
  {
    id: 'go/near-duplicates',
    group: 'Go to',
    label: 'Near-duplicates',
    to: `${paths.library}?duplicates=yes`,
  },
  { id: 'go/skipped-articles', group: 'Go to', label: 'Skipped articles', to: paths.skippedArticles },
  { id: 'go/preferences', group: 'Go to', label: 'Preferences', to: paths.preferences },
]

function useDeskCommands(): Command[] {
  const { theme, singleKeys } = useDevicePreferences()
  const signOut = useSignOutFromAnywhere()
  return [
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label }) => ({
        id: `desk/theme-${value}`,
        label,
        run: () => changePreferences({ theme: value }),
      })),
    {
      id: 'desk/single-keys',
      label: singleKeys ? 'Turn single-letter shortcuts off' : 'Turn single-letter shortcuts on',
      run: () => changePreferences({ singleKeys: !singleKeys }),
    },
    { id: 'desk/sign-out', label: 'Sign out', run: () => void signOut() },
  ]
}

const themes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'system', label: 'System theme' },
] as const
