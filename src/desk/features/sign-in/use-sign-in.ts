import { useState } from 'react'
import type { Credentials } from '../../api/credentials.ts'
import { toFailure } from '../../api/errors.ts'
import type { KeepOptions } from '../../session/credential-store.ts'
import { useSession } from '../../session/session-context.tsx'
import { signInProblem, type SignInProblem } from './sign-in-problem.ts'

/** Signs in for a form, which says what went wrong. */
export function useSignIn() {
  const { signIn, findTrouble } = useSession()
  const [busy, setBusy] = useState(false)

  /** @returns the problem, or undefined once signed in */
  const submit = async (
    credentials: Credentials,
    options: KeepOptions,
  ): Promise<SignInProblem | undefined> => {
    setBusy(true)
    try {
      await signIn(credentials, options)
      return undefined
    } catch (error) {
      const failure = toFailure(error)
      const { serviceAddress } = credentials
      return signInProblem({
        failure,
        trouble: await findTrouble(failure, serviceAddress),
        serviceAddress,
        pageOrigin: location.origin,
        isOnline: navigator.onLine,
      })
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy }
}

/**
 * Reads what was entered as a key. `first-account-key.txt` holds it on one line with the e-mail, "email:key". Keys may
 * contain colons, e-mails can't. Space around it was copied along.
 *
 * @param email the account; if there is none, that of the line
 */
export function readKey(text: string, email = ''): Pick<Credentials, 'email' | 'apiKey'> {
  const line = text.trim()
  const [, owner = email, apiKey = line] = /^([^\s:@]+@[^\s:]+):(\S+)$/.exec(line) ?? []
  const isAnothers = email && owner.toLowerCase() !== email.toLowerCase()
  return isAnothers ? { email, apiKey: line } : { email: owner, apiKey }
}
