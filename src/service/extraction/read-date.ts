/**
 * Reads dates as found in feeds, sitemaps and pages: ISO 8601 of any precision, RFC 822, and common variants of both. A
 * date without a zone is read as UTC, whatever the local zone.
 *
 * @param firstYear earlier dates are mistakes: the web is younger than 1990
 */
export function readDate(written: string | undefined, firstYear = 1990): Date | undefined {
  if (!written || written.length > 100) return undefined
  const plain = inEnglish(
    written
      .trim()
      // Drop the zone's name after its offset: "GMT+0200 (Central European Summer Time)", "+02:00[Europe/Berlin]".
      .replace(/\s*(?:\([^()]*\)|\[[^[\]]*\])$/, ''),
  )
    // "5.3.2024" has the day first wherever it is written, and `Date` would take it for the month.
    .replace(/^(\d{1,2})\.(0?[1-9]|1[0-2])\.(\d{4}),?(?=\s|$)/, '$3-$2-$1')
    .replace(/^(\d{4})(\d{2})(\d{2})(?=T|$)/, '$1-$2-$3')
    .replace(
      /T(\d{2})(\d{2})(\d{2})?(?=$|[Z+-])/,
      (_, hour, minute, second = '00') => `T${hour}:${minute}:${second}`,
    )
    // `Date` allows no space before the offset after a "T".
    .replace(/T(\d{2}:\d{2}\S*)\s+(?=\S)/, ' $1 ')
    // `Date` knows hours alone as an offset only after a space.
    .replace(/(T\d{2}:\d{2}\S*[+-]\d{2})$/, '$1:00')
    .replace(zoneName, (_, name: string) => ` ${zones[name.toUpperCase()] ?? name}`)
  const date = new Date(hasZone.test(plain) ? plain : isDay.test(plain) ? plain : asUtc(plain))
  const year = date.getUTCFullYear()
  return year >= firstYear && year <= 9999 ? date : undefined
}

/** `Date` knows only English words. The weekday is not needed. */
const inEnglish = (written: string): string =>
  written
    .replace(/^\p{L}+(?:\.?,\s*|\.?\s+(?=\d{1,2}(?:\.|er)?\s+(?:de )?\p{L}{3}))/u, '')
    .replace(dayOfMonth, (whole, day: string, name: string) => {
      const month = months.find(([, others]) => others.test(name))?.[0]
      return month ? `${day} ${month} ` : whole
    })
    .replace(/,?\s+(?:at|um|à|alle|às|[-–])\s+(?=\d{1,2}:\d{2})/i, ' ')
    .replace(/\s+Uhr$/i, '')

/** "6. Mai ", "1er mai ", "6 de mayo de ", "6th of May " before the year. */
const dayOfMonth = /^(\d{1,2})(?:\.|er|st|nd|rd|th)?\s+(?:(?:de|of) )?(\p{L}{3,10})\.?,?\s+(?:de )?(?=\d{2})/u

/** By their first letters, in English and the languages of most feeds that have others. */
const months: readonly (readonly [english: string, first: RegExp])[] = [
  ['Jan', /^(?:jan|gen|ene|янв)/i],
  ['Feb', /^(?:feb|fev|fév|фев)/i],
  ['Mar', /^(?:mar|mär|maa|мар)/i],
  ['Apr', /^(?:apr|avr|abr|апр)/i],
  ['May', /^(?:may|mai|mag|mei|maj|май|мая)/i],
  ['Jun', /^(?:jun|juin|giu|июн)/i],
  ['Jul', /^(?:jul|juil|lug|июл)/i],
  ['Aug', /^(?:aug|aoû|aou|ago|авг)/i],
  ['Sep', /^(?:sep|set|сен)/i],
  ['Oct', /^(?:oct|okt|out|ott|окт)/i],
  ['Nov', /^(?:nov|ноя)/i],
  ['Dec', /^(?:dec|dez|déc|dic|дек)/i],
]

const isDay = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/
/** An offset counts only after a time: "5-Mar-2024" ends in a year. Some dates have the year after the zone. */
const hasZone =
  /(?:Z|GMT|UTC?|[ECMP][SD]T|:\d{2}(?:[.,]\d+)?\s*(?:[AP]M)?\s*(?:GMT|UTC?)?\s*[+-]\d{1,2}(?::?\d{2})?)(?:\s+\d{4})?$/i
const zoneName = /\s+([A-Z]{3,4})$/i

/** Zone names used in feeds that `Date` doesn't know. Ambiguous names are left out. */
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
  isIsoTime.test(plain) ? `${plain.replace(' ', 'T')}Z` : `${plain} UTC`

const isIsoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/
