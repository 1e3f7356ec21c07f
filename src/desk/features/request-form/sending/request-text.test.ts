import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { packIds } from '../../../../contract/ids.ts'
import type { JobRequest } from '../../../../contract/job.ts'
import { toWireRequest } from '../../../../contract/job.ts'
import { blankRequest } from '../../../../contract/testing/blank-request.ts'
import { curlCommand, requestJson } from './request-text.ts'

const account = { email: `o'hara+"$(id)"@example.org`, serviceAddress: 'https://service.example' }
const full: JobRequest = {
  keywords: ["baker's", '"sour dough"', '$HOME `id` \\'],
  category: 'Food',
  articleCount: 5,
  removeSignature: true,
  idsToSkip: packIds([1, 2, 'a']),
}
const skipping = (count: number): JobRequest => ({
  ...blankRequest,
  idsToSkip: packIds(Array.from({ length: count }, (_, id) => id)),
})

describe('the request on the screen', () => {
  it('is the exact body, formatted for reading', () => {
    expect(requestJson({ ...blankRequest, idsToSkip: packIds([7]) })).toBe(
      '{\n  "remove_signature": false,\n  "ids_to_skip": [7]\n}',
    )
    expect(JSON.parse(requestJson(full))).toEqual(toWireRequest(full))
  })

  it('says how many ids it leaves out, and leaves out none when copied', () => {
    expect(requestJson(skipping(50), 1_000_050)).toMatch(/48, 49, … 1,000,000 more\]\n\}$/)
    expect(JSON.parse(requestJson(skipping(51)))).toEqual(toWireRequest(skipping(51)))
  })
})

describe.skipIf(process.platform === 'win32')('the command', () => {
  it.each([
    ['with everything', full],
    ['with nothing filled in', blankRequest],
    ['with more ids than fit into an argument', skipping(50_000)],
  ])('passes exactly the request through a real shell, %s', (_case, request) => {
    const { args, input } = inShell(curlCommand(request, account))
    expect(args).toContain('https://service.example/api/v1.0/jobs')
    expect(args).toContain(`${account.email}:secret`)
    expect(JSON.parse(input || (args.at(-1) ?? ''))).toEqual(toWireRequest(request))
  })

  it('has a variable for the key', () => {
    expect(curlCommand(full, account)).toContain(':"$API_KEY"')
  })
})

/** Runs the command with a `curl` that prints its arguments and its input. */
function inShell(command: string): { args: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *@-*) cat ;; esac; }\n${command}\n`
  const printed = execFileSync('sh', { input: script, env: { API_KEY: 'secret', PATH: process.env['PATH'] } })
  const parts = printed.toString().split('\0')
  return { args: parts.slice(0, -1), input: parts.at(-1)?.trim() ?? '' }
}
