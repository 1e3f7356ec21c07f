/**
 * What a job's state means. `success` is the only state that is documented (docs/interface.md, "Jobs and articles");
 * that some words mean failure is this project's interpretation (docs/interface.md, "Silences").
 */
export type StateMeaning = 'success' | 'failure' | 'unknown'

/** The articles are available. */
export const successState = 'success'

const failureStates: ReadonlySet<string> = new Set([
  'failure',
  'failed',
  'error',
  'revoked',
  'cancelled',
  'canceled',
  'aborted',
  'rejected',
  'expired',
])

/** `success` must match exactly, since it ends polling; failure words are a guess and match in any letter case. */
export function meaningOfState(state: string): StateMeaning {
  if (state === successState) return 'success'
  return failureStates.has(state.trim().toLowerCase()) ? 'failure' : 'unknown'
}
