export const productToken = 'ArticleDesk'

export interface RobotsRules {
  /** @param target path and query of an address, as `URL` spells them */
  allows(target: string): boolean
  /** Between two requests, where the site asks for a pause; at most 30 s. */
  readonly crawlDelayMs: number
  /** As written there: absolute addresses, or paths of the site. */
  readonly sitemaps: readonly string[]
}

/** What RFC 9309 has every crawler read; the rest of a longer file is not looked at. */
export const mostRobotsBytes = 500 * 1_024

const longestDelayMs = 30_000

/**
 * Reads a robots.txt by RFC 9309: the groups for us together, else those for everybody; of the rules that match the
 * longest wins, and of two as long the one that allows. Any bytes will do: what is no rule is none.
 */
export function parseRobots(bytes: Uint8Array): RobotsRules {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let group: Group | undefined
  for (const [key, value] of linesOf(bytes)) {
    if (key === 'user-agent') {
      // A line after rules begins another group; one after its like adds a name to it.
      if (!group || group.rules.length > 0) groups.push((group = { agents: [], rules: [], delayMs: 0 }))
      group.agents.push(agentOf(value))
    } else if (key === 'allow' || key === 'disallow') {
      // An empty one allows everything, which goes without saying, but it ends the names before it.
      group?.rules.push({ allow: key === 'allow', pattern: parsePattern(value) })
    } else if (key === 'crawl-delay' && group) {
      group.delayMs = Math.max(group.delayMs, Math.min(longestDelayMs, Number(value) * 1_000 || 0))
    } else if (key === 'sitemap' && value !== '') {
      sitemaps.push(value)
    }
  }
  const ours = groups.filter(({ agents }) => agents.includes(productToken.toLowerCase()))
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules).sort(byPrecedence)
  return {
    sitemaps,
    crawlDelayMs: Math.max(0, ...chosen.map(({ delayMs }) => delayMs)),
    allows(target) {
      if (target === '/robots.txt') return true
      const normalized = normalize(target).replaceAll('*', '%2A').replaceAll('$', '%24')
      return rules.find(({ pattern }) => matches(pattern, normalized))?.allow ?? true
    },
  }
}

interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  delayMs: number
}

interface Rule {
  readonly allow: boolean
  readonly pattern: Pattern
}

interface Pattern {
  /** What stands between the asterisks. */
  readonly parts: readonly string[]
  readonly anchored: boolean
  readonly length: number
}

function* linesOf(bytes: Uint8Array): Generator<[key: string, value: string]> {
  let text = new TextDecoder().decode(bytes.subarray(0, mostRobotsBytes))
  // Half a line could forbid far more than the whole one.
  if (bytes.length > mostRobotsBytes) text = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of text.split(/[\r\n]+/)) {
    const rule = line.split('#', 1)[0] ?? ''
    const colon = rule.indexOf(':')
    if (colon > 0) yield [rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()]
  }
}

/** "ArticleDesk/1.0" names us too: only the product counts. */
const agentOf = (value: string): string =>
  value.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()

function parsePattern(value: string): Pattern {
  const anchored = value.endsWith('$')
  const text = normalize(anchored ? value.slice(0, -1) : value).replaceAll('$', '%24')
  // Neither is the path of anything; without parts it matches nothing.
  if (!/^[/*]/.test(text)) return { parts: [], anchored, length: 0 }
  return { parts: text.split(/\*+/), anchored, length: text.length + (anchored ? 1 : 0) }
}

const byPrecedence = (a: Rule, b: Rule): number =>
  b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)

/** Finds the parts one after the other, each as early as it can: with asterisks alone that never misses a match. */
function matches({ parts: [first, ...others], anchored }: Pattern, target: string): boolean {
  if (first === undefined || !target.startsWith(first)) return false
  const last = anchored ? others.pop() : undefined
  if (anchored && last === undefined) return target === first
  let from = first.length
  for (const part of others) {
    const at = target.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return last === undefined || (target.length - last.length >= from && target.endsWith(last))
}

/** One spelling for each path: unreserved characters as they are, all others that are encoded or not ASCII encoded. */
function normalize(path: string): string {
  return path
    .replace(/[^\p{ASCII}]+/gu, (other) => encodeURIComponent(other))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}
