import Rows2 from 'lucide-react/icons/rows-2'
import Rows4 from 'lucide-react/icons/rows-4'
import { IconButton } from '../../ui/icon-button.tsx'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

/** Beside a list: pressed while its rows are compact. */
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
