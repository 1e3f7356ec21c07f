export interface TitleSources {
  /** All `h1` headings, in document order. */
  readonly headings: readonly string[]
  /** From JSON-LD. */
  readonly headline: string | undefined
  /** The page's title for sharing (Open Graph). */
  readonly shared: string | undefined
  /** From `<title>`. */
  readonly own: string | undefined
  /** The names of the site. */
  readonly sites: readonly string[]
  readonly host: string | undefined
}

/**
 * Returns title candidates, likeliest first: a heading that agrees with the metadata, in the form the reader sees; else
 * those of the metadata. Agreement is required, because some sites put their own name into the first heading.
 */
export function chooseTitles({ headings, headline, shared, own, sites, host }: TitleSources): string[] {
  const stated = [headline, shared, own]
    .filter((title) => title !== undefined)
    .map((title) => withoutSite(title, sites, host))
    .filter((title) => title !== '')
  const agreed = headings.filter((heading) => stated.some((title) => agree(heading, title)))
  // The other headings may be titles of series and sections.
  const best = agreed.toSorted((one, other) => closeness(other, stated) - closeness(one, stated)).slice(0, 1)
  return [...new Set([...best, ...stated, ...headings])]
}

/** Removes the site's name before or after a title, separated by a bar or dash. */
function withoutSite(title: string, sites: readonly string[], host: string | undefined): string {
  const parts = title.split(/(\s+[|–—·•»:-]+\s+|\s*\|\s*)/)
  const isSite = (part: string | undefined): boolean => part !== undefined && namesSite(part, sites, host)
  while (parts.length > 2 && isSite(parts.at(-1))) parts.splice(-2)
  while (parts.length > 2 && isSite(parts[0])) parts.splice(0, 2)
  return parts.join('').trim()
}

function namesSite(part: string, sites: readonly string[], host: string | undefined): boolean {
  const own = wordsOf(part)
  if (own.length === 0) return true
  if (sites.some((site) => own.join(' ') === wordsOf(site).join(' '))) return true
  const letters = host?.replace(/^www\.|[^\p{L}\p{N}]/gu, '') ?? ''
  return own.length < 6 && own.every((word) => letters.includes(word))
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A subhead may be a single word of a long title. */
const agree = (one: string, other: string): boolean => {
  const { both, shorter, all } = compare(one, other)
  return both >= shorter * 0.5 && both >= all * 0.15
}

const closeness = (heading: string, stated: readonly string[]): number =>
  Math.max(
    ...stated.map((title) => {
      const { both, all } = compare(heading, title)
      return both / all
    }),
  )

function compare(one: string, other: string): { both: number; shorter: number; all: number } {
  const words = new Set(wordsOf(one))
  const others = new Set(wordsOf(other))
  const both = [...words].filter((word) => others.has(word)).length
  return {
    both,
    shorter: Math.max(1, Math.min(words.size, others.size)),
    all: words.size + others.size - both,
  }
}
