import { ChevronDown, CircleUserRound, Keyboard, LogOut, SlidersHorizontal } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './account-menu.module.css'

export function AccountMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { account, signOut } = useSession()
  const navigate = useNavigate()
  if (!account) return null

  const leave = async () => {
    await signOut()
    await navigate(paths.signIn, { replace: true })
  }
  return (
    <Menu
      label={account.email}
      className={styles.button}
      trigger={
        <>
          <CircleUserRound className={styles.person} aria-hidden="true" />
          <span className={styles.email}>{account.email}</span>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </>
      }
      items={[
        { label: 'Preferences', icon: <SlidersHorizontal />, to: paths.preferences },
        { label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: onShowKeys },
        { label: 'Sign out', icon: <LogOut />, onSelect: () => void leave() },
      ]}
    />
  )
}
