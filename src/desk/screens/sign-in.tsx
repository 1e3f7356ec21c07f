import { useEffect, useLayoutEffect, useRef } from 'react'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { useSession, type SignedOut } from '../session/session-context.tsx'
import { Alert } from '../ui/alert.tsx'
import styles from './sign-in.module.css'

export function SignInScreen() {
  const { signedOut } = useSession()
  useEffect(() => {
    document.title = 'Sign in - Article Desk'
  }, [])
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element is gone with the desk. Somebody who opens this page directly may be typing already. A layout
  // effect, so that the e-mail doesn't have the focus first.
  useLayoutEffect(() => {
    if (signedOut) heading.current?.focus()
  }, [signedOut])
  return (
    <div className={styles.sheet}>
      <header className={`wordmark ${styles.wordmark}`}>Article Desk</header>
      <main className={styles.main}>
        <p className={styles.statement}>
          <span>Ask for articles.</span> <span>Read and decide.</span> <span>Never the same one twice.</span>
        </p>
        <div className={styles.column}>
          <h1 ref={heading} tabIndex={-1} className={styles.heading}>
            Sign in
          </h1>
          {signedOut ? (
            <div className={styles.notice}>
              <SignedOutNotice {...signedOut} />
            </div>
          ) : null}
          <SignInForm known={signedOut?.isForgotten ? undefined : signedOut} />
        </div>
      </main>
      <footer className={styles.foot}>
        What you collect is kept in this browser. Nothing is sent to anyone but the service.
      </footer>
    </div>
  )
}

function SignedOutNotice({ email, isForgotten }: SignedOut) {
  if (isForgotten)
    return (
      <Alert tone="info" title="Your data was deleted from this device.">
        Your articles, jobs and key are no longer in this browser.
      </Alert>
    )
  return (
    <Alert tone="info" title="Signed out.">
      The key is gone from this device. What {email} collected stays here and is back after the next sign-in.
    </Alert>
  )
}
