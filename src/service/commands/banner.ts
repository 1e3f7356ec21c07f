import { isIPv6 } from 'node:net'
import { settingsPath } from '../../contract/paths.ts'
import type { FirstAccount } from '../accounts/first-account.ts'
import { isLoopback } from '../http/allowed-hosts.ts'

export interface BannerFacts {
  readonly address: string
  readonly hasDesk: boolean
  readonly isOpenToOthers: boolean
  /** Whether the key may be shown: other output ends up in a file or a journal that others can read. */
  readonly isTerminal: boolean
  readonly data: string
  readonly firstAccount: FirstAccount | undefined
  /** Opens the settings once; created for a terminal if the key is not known. */
  readonly settingsLink: string | undefined
}

/** What a newcomer needs, in the order they need it. */
export function writeBanner(facts: BannerFacts): string {
  const { address, firstAccount } = facts
  const rows: [string, string][] = [[facts.hasDesk ? 'Open' : 'Service', `${address}/`]]
  if (firstAccount) {
    rows.push(['E-mail', firstAccount.email])
    rows.push(['API key', keyRow(facts, firstAccount)])
  }
  rows.push(['Change it', facts.settingsLink ?? `${address}${settingsPath}`])
  if (firstAccount?.keyFile && facts.isTerminal) rows.push(['Kept in', firstAccount.keyFile])
  rows.push(['Data', facts.data])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`)
  if (facts.isOpenToOthers) lines.push('', `  ${plainHttpWarning}`)
  return ['', '  Article Desk is running.', '', ...lines, '', '  Stop it with Ctrl+C.', ''].join('\n')
}

/** For a host that is not this machine's own. */
export const plainHttpWarning =
  'Other machines can reach this over plain http: put a proxy with TLS in front of it.'

function keyRow({ isTerminal }: BannerFacts, { key, keyFile }: FirstAccount): string {
  if (!key) return 'not known here: changed since, or made elsewhere (settings-link sets a new one)'
  if (isTerminal) return key
  return keyFile === undefined ? 'shown only on a terminal' : `in ${keyFile}`
}

const everyHost = ['0.0.0.0', '::']

/** The URL to open in a browser on this machine. */
export function addressOf(host: string, port: number): string {
  const name = isLoopback(host) || everyHost.includes(host) ? 'localhost' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
