import { ListX, LibraryBig, Newspaper, SquarePen } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx'
import { paths } from '../paths.ts'
import { UndoKey } from '../screens/undo-key.tsx'
import { DialogToCome } from '../ui/dialog-to-come.tsx'
import { useKey } from '../ui/use-key.ts'
import { AccountMenu } from './account-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import styles from './shell.module.css'
import { useHeightAs } from './use-height-as.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

const places = [
  { to: paths.newJob, label: 'New job', Icon: SquarePen },
  { to: paths.jobs, label: 'Jobs', Icon: Newspaper },
  { to: paths.library, label: 'Library', Icon: LibraryBig },
  { to: paths.skipLists, label: 'Skip lists', Icon: ListX },
]

/** What stands around every screen: the way to the others, and what the editor has to know wherever they are. */
export function Shell({ isOutdated, children }: { isOutdated: boolean; children: ReactNode }) {
  const [keysShown, setKeysShown] = useState(false)
  const [keysWanted, setKeysWanted] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const notices = useHeightAs('--notices')
  const showKeys = () => {
    setKeysWanted(true)
    setKeysShown(true)
  }
  useKey('n', () => void navigate(paths.newJob))
  useKey('?', showKeys)

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to main content
      </a>
      <header className={styles.bar}>
        <Link to={paths.jobs} className={`wordmark ${styles.wordmark}`}>
          Article Desk
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          {places.map(({ to, label, Icon }) => (
            <Link key={to} to={to} className={styles.link} aria-current={currentPlace(to, pathname)}>
              <Icon className={styles.icon} size={20} strokeWidth={1.6} aria-hidden="true" />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <div className={styles.tools}>
          <Palette onShowKeys={showKeys} />
          <AccountMenu onShowKeys={showKeys} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
      </main>
      <div ref={notices} className={styles.notices}>
        <Notices isOutdated={isOutdated} />
        <SignInAgain />
      </div>
      <UndoKey />
      {keysWanted ? (
        <DialogToCome isWanted={keysShown} onGiveUp={() => setKeysShown(false)}>
          <KeysDialog open={keysShown} onOpenChange={setKeysShown} />
        </DialogToCome>
      ) : null}
    </div>
  )
}

/** "New job" lies below "Jobs" in the address, but not in the editor's mind. */
function currentPlace(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return pathname.startsWith(`${to}/`) && pathname !== paths.newJob ? 'true' : undefined
}
