import type { Failure } from '../../api/errors.ts'
import { detailSentence, refusedSignInWords } from '../../api/failure-kinds.ts'
import type { ConnectionTrouble } from '../../api/probe.ts'

/** What went wrong, what to do next, and the field to change, if any. */
export interface SignInProblem {
  readonly title: string
  readonly next: string
  readonly field?: 'email' | 'apiKey' | 'serviceAddress'
}

export interface SignInCircumstances {
  readonly failure: Failure
  readonly trouble: ConnectionTrouble
  readonly serviceAddress: string
  readonly pageOrigin: string
  readonly isOnline: boolean
}

/** Describes a failed sign-in. Includes the address and the service's own words, never the key. */
export function signInProblem(circumstances: SignInCircumstances): SignInProblem {
  const { failure, trouble, serviceAddress, pageOrigin, isOnline } = circumstances
  switch (trouble) {
    case 'wrong-key':
      return {
        title: 'The service does not accept this e-mail and key.',
        next: 'Check both. The key is set on the settings page of the service.',
        field: 'apiKey',
      }
    case 'mixed-content':
      return {
        title: 'The browser blocks this address.',
        next: 'This page was opened over https, but the service uses plain http. Use its https address, or open the desk over http.',
        field: 'serviceAddress',
      }
    case 'blocked-by-cors':
      return {
        title: 'The service is there, but does not let this page talk to it.',
        next: `Its cross-origin rules (CORS) have to allow ${pageOrigin}. Or start the desk with: npm start -- --service ${serviceAddress}`,
        field: 'serviceAddress',
      }
    case 'other-service':
      return failure.kind === 'redirected'
        ? {
            title: `${serviceAddress} redirects to another address.`,
            next: 'Your key is sent to one host only. Enter the address it redirects to.',
            field: 'serviceAddress',
          }
        : {
            title: `Something answers at ${serviceAddress}, but it is not an Article Collection Service.`,
            next: `Check the address.${detailSentence(failure)}`,
            field: 'serviceAddress',
          }
    case 'down':
      return isOnline ? noResponse(circumstances) : offline
    case 'refused':
      return refusedSignInWords(failure)
  }
}

const offline: SignInProblem = {
  title: 'You are offline.',
  next: 'Signing in needs the network. Nothing on this device is lost.',
}

function noResponse({ failure, serviceAddress, pageOrigin }: SignInCircumstances): SignInProblem {
  const isElsewhere = serviceAddress !== pageOrigin
  return {
    title:
      failure.kind === 'timed-out'
        ? `${serviceAddress} did not answer in time.`
        : `Nothing answers at ${serviceAddress}.`,
    next: isElsewhere
      ? 'Check the address. If it is right, the service is down: try again later.'
      : 'The service seems to be down. Try again later.',
    ...(isElsewhere && { field: 'serviceAddress' }),
  }
}
