export const productToken = 'ArticleDesk'

export interface RobotsRules {
  /** @param target path and query of an address, as `URL` writes them */
  allows(target: string): boolean
  /** The pause between requests that the site asks for; at most 30 s. */
  readonly crawlDelayMs: number
  /** As written in the file: absolute addresses or paths. */
  readonly sitemaps: readonly string[]
}

/** The minimum that RFC 9309 makes every crawler read. The rest of a longer file is ignored. */
export const maxRobotsBytes = 500 * 1_024

const longestDelayMs = 30_000

/** Some 50 ms. A file with 30 KB of patterns with asterisks reaches it with addresses of 1,000 characters. */
const maxSteps = 30_000_000

/**
 * Parses a robots.txt by RFC 9309: all groups that name us are merged; if there are none, those for `*`. The longest
 * matching rule wins; on a tie, `allow`. Accepts any bytes: invalid lines are ignored.
 */
export function parseRobots(bytes: Uint8Array): RobotsRules {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let group: Group | undefined
  for (const [key, value] of linesOf(bytes)) {
    if (key === 'user-agent') {
      // After rules, a user-agent line begins a new group; after another user-agent line it adds a name.
      if (!group || group.rules.length > 0) groups.push((group = { agents: [], rules: [], delayMs: 0 }))
      group.agents.push(agentOf(value))
    } else if (key === 'allow' || key === 'disallow') {
      // An empty rule allows everything, which is the default, but it still ends the list of names.
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
  // A pattern with asterisks may compare each of its characters with each of the address; others only its beginning.
  const searched = rules.reduce(
    (sum, { pattern: { parts, length } }) => sum + (parts.length > 1 ? length : 0),
    0,
  )
  return {
    sitemaps,
    crawlDelayMs: Math.max(0, ...chosen.map(({ delayMs }) => delayMs)),
    allows(target) {
      if (target === '/robots.txt') return true
      // Only an attack has patterns and addresses that long. Stay on the safe side.
      if (searched * target.length > maxSteps) return false
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
  /** The text between the asterisks. */
  readonly parts: readonly string[]
  readonly anchored: boolean
  readonly length: number
}

function* linesOf(bytes: Uint8Array): Generator<[key: string, value: string]> {
  let text = new TextDecoder().decode(bytes.subarray(0, maxRobotsBytes))
  // Drop the truncated last line: it could forbid far more than the whole one.
  if (bytes.length > maxRobotsBytes) text = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of text.split(/[\r\n]+/)) {
    const rule = line.split('#', 1)[0] ?? ''
    const colon = rule.indexOf(':')
    if (colon > 0) yield [rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()]
  }
}

/** "ArticleDesk/1.0" means us too: the version is ignored. */
const agentOf = (value: string): string =>
  value.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()

function parsePattern(value: string): Pattern {
  const anchored = value.endsWith('$')
  const text = normalize(anchored ? value.slice(0, -1) : value).replaceAll('$', '%24')
  // A pattern must begin with a slash or an asterisk; without parts it matches nothing.
  if (!/^[/*]/.test(text)) return { parts: [], anchored, length: 0 }
  return { parts: text.split(/\*+/), anchored, length: text.length + (anchored ? 1 : 0) }
}

const byPrecedence = (a: Rule, b: Rule): number =>
  b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)

/**
 * Finds each part at its earliest position. With asterisks as the only wildcard, this greedy search never misses a
 * match.
 */
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

/**
 * Normalizes percent-encoding: unreserved characters are decoded, non-ASCII ones encoded, and escapes put in upper
 * case.
 */
function normalize(path: string): string {
  return path
    .replace(/[^\p{ASCII}]+/gu, (other) => encodeURIComponent(other))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}
