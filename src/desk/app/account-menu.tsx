import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './account-menu.module.css'
import { useSignOutFromAnywhere } from './use-sign-out-from-anywhere.ts'

export function AccountMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { account } = useSession()
  const signOut = useSignOutFromAnywhere()
  if (!account) return null
  return (
    <Menu
      label={account.email}
      caption={account.email}
      className={styles.button}
      trigger={
        <>
          <CircleUserRound className={styles.person} />
          <span className={styles.email}>{account.email}</span>
          <ChevronDown className={styles.arrow} />
        </>
      }
      items={[
        { label: 'Preferences', icon: <SlidersHorizontal />, to: paths.preferences },
        { label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: onShowShortcuts },
        { label: 'Sign out', icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    />
  )
}
