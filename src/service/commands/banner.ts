import { isIPv6 } from 'node:net'
import { settingsPath } from '../../contract/paths.ts'
import type { FirstAccount } from '../accounts/first-account.ts'

export interface BannerFacts {
  readonly address: string
  readonly hasDesk: boolean
  readonly isOpenToOthers: boolean
  readonly data: string
  readonly firstAccount: FirstAccount | undefined
  /** Opens the settings once; made where the key can't be shown. */
  readonly settingsLink: string | undefined
}

/** What a newcomer needs, in the order in which it is needed. */
export function writeBanner(facts: BannerFacts): string {
  const { address, firstAccount } = facts
  const rows: [string, string][] = [[facts.hasDesk ? 'Open' : 'Service', `${address}/`]]
  if (firstAccount) {
    rows.push(['E-mail', firstAccount.email])
    rows.push(['API key', firstAccount.key ?? 'changed since the first start, so it is not known here'])
  }
  rows.push(['Change it', facts.settingsLink ?? `${address}${settingsPath}`])
  if (firstAccount?.keyFile) rows.push(['Kept in', firstAccount.keyFile])
  rows.push(['Data', facts.data])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`)
  if (facts.isOpenToOthers)
    lines.push('', '  Other machines can reach this over plain http: put a proxy with TLS in front of it.')
  return ['', '  Article Desk is running.', '', ...lines, '', '  Stop it with Ctrl+C.', ''].join('\n')
}

const localHosts = ['127.0.0.1', 'localhost', '::1']
const everyHost = ['0.0.0.0', '::']

export const isOpenToOthers = (host: string): boolean => !localHosts.includes(host)

/** What to type into a browser on this machine. */
export function addressOf(host: string, port: number): string {
  const name = [...localHosts, ...everyHost].includes(host) ? 'localhost' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
