/**
 * Reads dates as found in feeds, sitemaps and pages: ISO 8601 of any precision, RFC 822, and common variants of both. A
 * date without a zone is read as UTC, whatever the local zone.
 *
 * @param firstYear earlier dates are mistakes: the web is younger than 1990
 * @param isDayFirst how to read 05/03/2024, which is unknown otherwise; see `isDayFirstIn`
 */
export function readDate(
  written: string | undefined,
  firstYear = 1990,
  isDayFirst?: boolean,
): Date | undefined {
  if (!written || written.length > 100) return undefined
  const ordered = withoutSlashes(written.trim(), isDayFirst)
  if (ordered === undefined) return undefined
  const plain = inEnglish(
    ordered
      // Drop the zone's name after its offset: "GMT+0200 (Central European Summer Time)", "+02:00[Europe/Berlin]".
      .replace(/\s*(?:\([^()]*\)|\[[^[\]]*\])$/, ''),
  )
    // "5.3.2024" has the day first wherever it is written, and `Date` would take it for the month.
    .replace(
      /^(\d{1,2})\.\s*(0?[1-9]|1[0-2])\.\s*(\d{4}|\d{2}),?(?=\s|$)/,
      (_, day, month, year: string) => `${year.padStart(4, '20')}-${month}-${day}`,
    )
    // `Date` knows no day beyond 12 there.
    .replace(/^(1[3-9]|[23]\d)-(0?[1-9]|1[0-2])-(\d{4})(?=\s|$)/, '$3-$2-$1')
    // "2024年3月5日（火）10時30分", "2024년 3월 5일 10시 30분".
    .replace(
      /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일](?:\s*[(（][^()（）]{1,3}[)）])?\s*/,
      '$1-$2-$3 ',
    )
    .replace(/(?<=^[\d-]+ \d{1,2})\s?[時时시]\s?(\d{1,2})\s?[分분]$/, ':$1')
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})(?=T|$)/, '$1-$2-$3')
    .replace(
      /T(\d{2})(\d{2})(\d{2})?(?=$|[Z+-])/,
      (_, hour, minute, second = '00') => `T${hour}:${minute}:${second}`,
    )
    // `Date` allows no space before the offset after a "T".
    .replace(/T(\d{2}:\d{2}\S*)\s+(?=\S)/, ' $1 ')
    // `Date` knows hours alone as an offset only after a space.
    .replace(/(T\d{2}:\d{2}\S*[+-]\d{2})$/, '$1:00')
    // ISO 8601 allows a comma before the fraction, `Date` only a dot.
    .replace(/^([\d-]+[T ]\d{2}:\d{2}:\d{2}),(?=\d)/, '$1.')
    .replace(zoneName, (_, name: string) => ` ${zones[name.toUpperCase()] ?? name}`)
  if (!hasYear.test(plain) || isPastEndOfMonth(plain)) return undefined
  const date = new Date(hasZone.test(plain) ? plain : isDay.test(plain) ? plain : asUtc(plain))
  const year = date.getUTCFullYear()
  return year >= firstYear && year <= 9999 ? date : undefined
}

/** Without one, `Date` takes "0" for the year 2000, and "Part 7" for a month of 2001. An offset is no year. */
const hasYear = /(?<!:\d\d\s?[+-])\d{4}|\d[ -]\p{L}{3,}[ -]\d{2}(?![:\d])/u

/** `Date` takes the 30th of February for the first of March. */
function isPastEndOfMonth(plain: string): boolean {
  const [, year, month, day] = isoDay.exec(plain) ?? []
  const [, before, name, after, ofWords] = wordDay.exec(plain) ?? []
  const first = name
    ? new Date(`1 ${name} ${ofWords} UTC`)
    : new Date(Date.UTC(Number(year), Number(month) - 1))
  return (
    Number(day ?? before ?? after) >
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  )
}

/** "31 Feb 2024", "31-Feb-24", "February 31, 2024". */
const wordDay = /^(?:(\d{1,2})[ -])?(\p{L}{3,9})\.?(?: (\d{1,2}))?,?[ -](\d{4}|\d{2})(?![\d:])/u

const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/

/**
 * Turns "13/03/2024" and "Mon, 05/06/2024" into ISO dates. The order of day and month differs between countries, so
 * only a number beyond 12, the weekday or other dates of the same document tell it.
 *
 * @returns undefined if nothing does
 */
function withoutSlashes(written: string, isDayFirst: boolean | undefined): string | undefined {
  const found = slashDate.exec(written)
  if (!found) return written
  const [whole, weekday = '', first = '', second = '', year = ''] = found
  const iso = (day: string, month: string): string =>
    `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const fits = (date: string): boolean =>
    weekdays[new Date(date).getUTCDay()] === weekday.slice(0, 3).toLowerCase()
  const [dayFirst, monthFirst] = [iso(first, second), iso(second, first)]
  const isFirstDay =
    orderOf(first, second) ?? (fits(dayFirst) === fits(monthFirst) ? isDayFirst : fits(dayFirst))
  if (isFirstDay === undefined && first !== second) return undefined
  return (isFirstDay ? dayFirst : monthFirst) + written.slice(whole.length)
}

const slashDate = /^(?:(\p{L}+)\.?,?\s+)?(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d),?/u
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const orderOf = (first: string, second: string): boolean | undefined =>
  Number(first) > 12 ? true : Number(second) > 12 ? false : undefined

/** Whether the slash dates of a feed have the day first; undefined if they don't tell, or contradict each other. */
export function isDayFirstIn(feed: string): boolean | undefined {
  const orders = new Set(
    [...feed.matchAll(slashDates)].flatMap(([, first = '', second = '']) => orderOf(first, second) ?? []),
  )
  return orders.size === 1 ? orders.has(true) : undefined
}

/** As the whole text of an element or a string, or its beginning. */
const slashDates = /[>"[]\s*(?:[a-z]{2,10},?\s+)?(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/gi

/** `Date` knows only English words. The weekday is not needed. */
const inEnglish = (written: string): string =>
  written
    .replace(
      /^\p{L}+(?:\.?,\s*|\.?\s+(?=\d{1,2}(?:\.|er|st|nd|rd|th)?\s+(?:(?:de|of) )?\p{L}{3}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)))/u,
      '',
    )
    // "2024. május 7., 10:15", "2024 m. gegužės 7 d."
    .replace(/^(\d{4})(?:\.| m\.) (\p{L}{3,12})\.? (\d{1,2})(?:\.| d\.)?,?(?=\s|$)/u, '$3 $2 $1')
    // With a dot after the day it is Croatian, and October.
    .replace(/^(\d{1,2}) listopada(?=\s)/i, '$1 Nov')
    .replace(dayOfMonth, (whole, day: string, name: string) => {
      const month = months.find(([, others]) => others.test(name))?.[0]
      return month ? `${day} ${month} ` : whole
    })
    .replace(/(\d{4})\s*(?:г(?:\.|ода)?|[рr]\.|року|roku)(?=[,\s]|$)/, '$1')
    .replace(/^(\p{L}{3,9}\.? \d{1,2})(?:st|nd|rd|th)(?=[,\s])/u, '$1')
    // "3 p.m.", "10h30": `Date` knows neither dots nor hours alone.
    .replace(
      /(?<![\d:])(\d{1,2})(:\d{2}(?::\d{2})?)?\s*([ap])\.?m\b\.?/i,
      (_, hour: string, minutes = ':00', half) => `${hour}${minutes} ${half}m`,
    )
    .replace(/(?<=\s)(\d{1,2})\s?h\s?(\d{2})?$/i, (_, hour: string, minutes = '00') => `${hour}:${minutes}`)
    .replace(/,?\s+(?:at|um|à|alle|às|[-–])\s+(?=\d{1,2}:\d{2})/i, ' ')
    .replace(/\s+Uhr$/i, '')

/** "6. Mai ", "1er mai ", "6 de mayo de ", "6th of May " before the year. */
const dayOfMonth =
  /^(\d{1,2})(?:\.|er|st|nd|rd|th)?\s+(?:(?:de|of) )?(\p{L}{3,12})\.?[,،]?\s+(?:de )?(?=\d{2})/u

/**
 * By their first letters, in English and the languages of most feeds that have others. Croatian is left out, in which
 * some of them mean other months.
 */
const months: readonly (readonly [english: string, first: RegExp])[] = [
  ['Jan', /^(?:jan|jän|gen|ene|ian|sty|led|tam|oca|sau|янв|січ|ιαν|يناير)/i],
  ['Feb', /^(?:feb|fev|fév|lut|úno|helm|şub|vas|фев|лют|φεβ|فبراير)/i],
  ['Mar', /^(?:mar(?!ras)|mär|maa|mrt|bře|kov|már|мар|бер|μαρ|μάρ|مارس)/i],
  ['Apr', /^(?:apr|avr|abr|kwi|dub|huh|nis|bal|ápr|апр|квіт|απρ|[أاإ]بريل)/i],
  ['May', /^(?:may|mai|mag|mei|maj|máj|kvě|tou|geg|май|мая|трав|μα[ιΐϊ]|μάι|مايو)/i],
  ['Jun', /^(?:jun|jún|juin|giu|iun|cze|červ(?!ene?c)|kes|haz|bir|июн|черв|ιο[υύ]ν|يونيو)/i],
  ['Jul', /^(?:jul|júl|juil|lug|iul|lipc|červene?c|hein|tem|lie|июл|лип|ιο[υύ]λ|يوليو)/i],
  ['Aug', /^(?:aug|aoû|aou|ago|ağu|sie|srp(?:na$|en$)|elo|avg|rugp|авг|серп|α[υύ]γ|[أا]غسطس)/i],
  ['Sep', /^(?:sep|set|wrz|zář|syy|eyl|sze|rugs|сен|вер|σεπ|سبتمبر)/i],
  ['Oct', /^(?:oct|okt|out|ott|paź|říj|lok|eki|spa|окт|жовт|οκτ|[أا]كتوبر)/i],
  ['Nov', /^(?:nov|noi|listopadu$|marras|kas|lap|ноя|лист|νο[εέ]|نوفمبر)/i],
  ['Dec', /^(?:dec|dez|des|déc|dic|gru|pros|jou|ara|дек|груд|δεκ|ديسمبر)/i],
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
