/**
 * Reads the dates that feeds and sitemaps write: ISO 8601 as far as it was written, RFC 822, and what is usually made of
 * both. A date without a zone is taken for UTC, whatever this machine's zone is.
 *
 * @returns undefined for what is no date of an article: the web is younger than 1990
 */
export function readDate(written: string | undefined): Date | undefined {
  if (!written || written.length > 100) return undefined
  const plain = written
    .trim()
    // "Di, 02 Jan": only English names of days are known to the language's own reader, and none is needed.
    .replace(/^\p{L}+\.?,\s*/u, '')
    .replace(zoneName, (_, name: string) => ` ${zones[name.toUpperCase()] ?? name}`)
  const date = new Date(hasZone.test(plain) ? plain : isDay.test(plain) ? plain : asUtc(plain))
  const year = date.getUTCFullYear()
  return year >= 1990 && year <= 9999 ? date : undefined
}

const isDay = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/
const hasZone = /(?:Z|[+-]\d{2}:?\d{2}|GMT|UTC?|[ECMP][SD]T)$/i
const zoneName = /\s+([A-Z]{3,4})$/i

/** Those that feeds use and the language does not know; names that mean several zones are left out. */
const zones: Record<string, string> = {
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  MSK: '+0300',
  JST: '+0900',
  KST: '+0900',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
}

const asUtc = (plain: string): string =>
  /^\d{4}-\d{2}-\d{2}[T ]/.test(plain) ? `${plain.replace(' ', 'T')}Z` : `${plain} UTC`
