import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ApiKeyField } from './api-key-field.tsx'
import styles from './sign-in-again.module.css'
import type { SignInProblem } from './sign-in-problem.ts'
import { readKey, useSignIn } from './use-sign-in.ts'
import { useSignOut } from './use-sign-out.ts'

/**
 * Asks for the key again without leaving the screen, so that a half-filled form and the place in a list stay. It takes
 * the focus only if the editor asked for it: nobody's typing is interrupted.
 */
export function SignInAgain() {
  const { account, signInRequests } = useSession()
  const signOut = useSignOut()
  const { submit, busy } = useSignIn()
  const [failed, setFailed] = useState<{ readonly problem: SignInProblem; readonly count: number }>()
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLElement>(null)
  /** What had the focus before the editor came here. */
  const cameFrom = useRef<Element>(null)

  useEffect(() => {
    cameFrom.current = document.activeElement
    const shown = panel.current
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !shown?.contains(relatedTarget))
        cameFrom.current = relatedTarget
    }
    shown?.addEventListener('focusin', remember)
    return () => {
      // It disappears together with the focused element: the focus goes back to where it was, or to the head of the
      // screen.
      if (document.activeElement === document.body || shown?.contains(document.activeElement))
        giveBack(cameFrom.current)
    }
  }, [])

  // After that effect, which notes where the focus comes from.
  useEffect(() => {
    if (signInRequests > 1) field.current?.focus()
  }, [signInRequests])

  if (!account) return null
  // Stays until the next answer: the first words are wrong once another key was given.
  const problem = failed?.problem

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { apiKey } = readKey(field.current?.value ?? '', account.email)
    setMissing(!apiKey)
    const problem = apiKey && (await submit({ ...account, apiKey }, { remember: 'as-before' }))
    if (problem) setFailed((before) => ({ problem, count: (before?.count ?? 0) + 1 }))
    if (problem || !apiKey) field.current?.focus()
  }

  return (
    <section ref={panel} className={styles.panel} aria-labelledby="sign-in-again">
      <form method="post" noValidate className={styles.form} onSubmit={(event) => void send(event)}>
        <div role="alert">
          <h2 id="sign-in-again" className={styles.title}>
            Sign in again to go on
          </h2>
          {/* A new element each time, so that screen readers announce the same message again. */}
          <p key={failed?.count} className={styles.text}>
            {/* There is no field for the e-mail to check. */}
            {problem?.field === 'apiKey'
              ? `The service does not accept this key for ${account.email}. The key is set on its settings page.`
              : problem
                ? `${problem.title} ${problem.next}`
                : `The service no longer accepts the key of ${account.email}. Your jobs, articles and what you were filling in are safe.`}
          </p>
        </div>
        {/* For password managers, which need to know whose key it is. */}
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <div className={styles.controls}>
          <ApiKeyField
            ref={field}
            error={missing ? 'Enter the API key of your account.' : undefined}
            onInput={() => setMissing(false)}
          />
          <Button type="submit" variant="primary" busy={busy}>
            Sign in
          </Button>
          <Button variant="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </form>
    </section>
  )
}

function giveBack(element: Element | null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isThere ? element : document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
