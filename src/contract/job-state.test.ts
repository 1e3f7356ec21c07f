import { expect, it } from 'vitest'
import { meaningOfState } from './job-state.ts'

it.each([
  ['success', 'success'],
  ['Success', 'unknown'],
  ['failure', 'failure'],
  [' FAILED ', 'failure'],
  ['error', 'failure'],
  ['revoked', 'failure'],
  ['cancelled', 'failure'],
  ['canceled', 'failure'],
  ['aborted', 'failure'],
  ['rejected', 'failure'],
  ['expired', 'failure'],
  ['running', 'unknown'],
  ['failing over', 'unknown'],
  ['', 'unknown'],
])('the state %j means %s', (state, meaning) => {
  expect(meaningOfState(state)).toBe(meaning)
})
