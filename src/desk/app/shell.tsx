import ListX from 'lucide-react/icons/list-x'
import LibraryBig from 'lucide-react/icons/library-big'
import Newspaper from 'lucide-react/icons/newspaper'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import SquarePen from 'lucide-react/icons/square-pen'
import { useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-context.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { dropKeys } from '../ui/held-keys.ts'
import { useShortcut } from '../ui/use-shortcut.ts'
import { useSteps } from '../worker-client/use-steps.ts'
import { useLibrary } from '../worker-client/worker-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notice } from './notice.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import { prefetchScreen } from './screens.ts'
import styles from './shell.module.css'

const SignInAgain = lazyPart(async () => (await import('../features/sign-in/sign-in-again.tsx')).SignInAgain)
const ShortcutsDialog = lazyPopup(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const places = [
  { to: paths.newJob, label: 'New job', Icon: SquarePen },
  { to: paths.jobs, label: 'Jobs', Icon: Newspaper },
  { to: paths.library, label: 'Library', Icon: LibraryBig },
  { to: paths.skippedArticles, label: 'Skipped articles', Icon: ListX },
]

/** The frame around every screen: navigation, and notices that apply everywhere. */
export function Shell({ isOutdated, children }: { isOutdated: boolean; children: ReactNode }) {
  const [shortcutsShown, setShortcutsShown] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const library = useLibrary()
  const { needsSignIn } = useSession()
  const prepare = (to: string) => {
    if (to === paths.library && pathname !== to) library.prepareView().catch(() => {})
  }
  const showShortcuts = () => setShortcutsShown(true)
  useShortcut('new-job', () => void navigate(paths.newJob))
  useShortcut('go-jobs', () => void navigate(paths.jobs))
  useShortcut('go-library', () => void navigate(paths.library))
  useShortcut('go-skips', () => void navigate(paths.skippedArticles))
  useShortcut('help', showShortcuts)

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
            <Link
              key={to}
              to={to}
              className={styles.link}
              aria-current={currentPlace(to, pathname)}
              // The pointer arrives a moment before the click: time enough to fetch the code.
              onPointerEnter={() => void prefetchScreen(to)}
              // The worker reads the catalogue while the page draws the screen, which then asks for the same.
              onPointerDown={() => prepare(to)}
            >
              <Icon className={styles.icon} size={20} strokeWidth={1.6} />
              <span>{label}</span>
            </Link>
          ))}
        </nav>
        <div className={styles.tools}>
          <Palette />
          <AccountMenu onShowShortcuts={showShortcuts} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary resetKey={pathname} onError={dropKeys}>
          {children}
        </ErrorBoundary>
      </main>
      <div ref={leaveRoom} className={styles.notices}>
        <Notices isOutdated={isOutdated} />
        {needsSignIn ? <SignInAgain missing={<SignInMissing />} /> : null}
      </div>
      <UndoShortcut />
      {shortcutsShown ? <ShortcutsDialog onClose={() => setShortcutsShown(false)} /> : null}
    </div>
  )
}

/**
 * Undo, on every screen: the whole account has one undo stack. The undone step may be elsewhere, so the message names
 * it; a screen that shows the article concerned moves to it itself.
 */
export function UndoShortcut() {
  const { undo } = useSteps()
  useShortcut('undo', undo)
  return null
}

function SignInMissing() {
  return (
    <div role="alert">
      <Notice icon={<RefreshCw />}>
        The service no longer accepts your key, and the form to sign in again could not be loaded. Reload the
        page.
      </Notice>
    </div>
  )
}

/** "New job" is below "Jobs" in the address, but editors don't think of it that way. */
function currentPlace(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return pathname.startsWith(`${to}/`) && pathname !== paths.newJob ? 'true' : undefined
}

/**
 * Sets `--notices` to the height of the notices, so that fixed elements can leave room for them. Not while there are
 * none, as after a reload: the page would compute the styles of all elements again.
 */
function leaveRoom(notices: HTMLElement | null): (() => void) | undefined {
  if (!notices) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const height = notices.offsetHeight
    if (height > 0) style.setProperty('--notices', `${height}px`)
    else style.removeProperty('--notices')
  })
  observer.observe(notices)
  return () => {
    observer.disconnect()
    style.removeProperty('--notices')
  }
}
