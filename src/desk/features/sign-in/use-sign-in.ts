import { useState } from 'react'
import type { Credentials } from '../../api/credentials.ts'
import { toFailure } from '../../api/errors.ts'
import { useSession } from '../../session/session-context.tsx'
import { signInProblem, type SignInProblem } from './sign-in-problem.ts'

/** State of a sign-in form: in progress, and the last problem. */
export function useSignIn() {
  const { signIn, findTrouble } = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SignInProblem>()

  /** @returns the problem, or undefined once signed in */
  const submit = async (credentials: Credentials, options: { remember: boolean | 'as-before' }) => {
    setBusy(true)
    // Cleared first, so that screen readers announce the same message again.
    setProblem(undefined)
    try {
      await signIn(credentials, options)
      return undefined
    } catch (error) {
      const failure = toFailure(error)
      const { serviceAddress } = credentials
      const found = signInProblem({
        failure,
        trouble: await findTrouble(failure, serviceAddress),
        serviceAddress,
        pageOrigin: location.origin,
        isOnline: navigator.onLine,
      })
      setProblem(found)
      return found
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, problem, setProblem }
}
