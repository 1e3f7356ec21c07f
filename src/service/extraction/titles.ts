export interface TitleSources {
  /** All headings of the first rank, in the order of the page. */
  readonly headings: readonly string[]
  /** Of JSON-LD. */
  readonly headline: string | undefined
  /** What the page is to be called where it is shared. */
  readonly shared: string | undefined
  /** Of `<title>`. */
  readonly own: string | undefined
  readonly site: string | undefined
  readonly host: string | undefined
}

/**
 * The titles that a page gives its article, the likeliest first: a heading that the page also tells others, as the
 * reader sees it; else what it tells others. Some sites put their own name into the first heading.
 */
export function chooseTitles({ headings, headline, shared, own, site, host }: TitleSources): string[] {
  const told = [headline, shared, own]
    .filter((title) => title !== undefined)
    .map((title) => withoutSite(title, site, host))
    .filter((title) => title !== '')
  const agreed = headings.filter((heading) => told.some((title) => agree(heading, title)))
  // Among the others are the titles of series and sections.
  const best = agreed.toSorted((one, other) => closeness(other, told) - closeness(one, told)).slice(0, 1)
  return [...new Set([...best, ...told, ...headings])]
}

/** Sites put their name before or behind a title, parted by a bar or a dash. */
function withoutSite(title: string, site: string | undefined, host: string | undefined): string {
  const parts = title.split(/(\s+[|–—·•»:-]+\s+|\s*\|\s*)/)
  const isSite = (part: string | undefined): boolean => part !== undefined && namesSite(part, site, host)
  while (parts.length > 2 && isSite(parts.at(-1))) parts.splice(-2)
  while (parts.length > 2 && isSite(parts[0])) parts.splice(0, 2)
  return parts.join('').trim()
}

function namesSite(part: string, site: string | undefined, host: string | undefined): boolean {
  const own = wordsOf(part)
  if (own.length === 0) return true
  if (site && own.join(' ') === wordsOf(site).join(' ')) return true
  const letters = host?.replace(/^www\.|[^\p{L}\p{N}]/gu, '') ?? ''
  return own.length < 6 && own.every((word) => letters.includes(word))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const agree = (one: string, other: string): boolean => {
  const { both, shorter } = compare(one, other)
  return both >= shorter * 0.5
}

const closeness = (heading: string, told: readonly string[]): number =>
  Math.max(
    ...told.map((title) => {
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
