import * as v from 'valibot'

/**
 * Where an article comes from, if the service says so (docs/interface.md, "Further fields of an article"). Each field is
 * untrusted plain text on one line.
 */
export interface Provenance {
  /** The article's address: http or https, without credentials, as serialized by `URL`. */
  readonly url?: string | undefined
  /** The name of the publication. */
  readonly source?: string | undefined
  /** One name or several, as sent. */
  readonly author?: string | undefined
  /** An ISO 8601 date ("2026-01-31") or date-time, as sent. */
  readonly publishedAt?: string | undefined
}

const longestName = 200
/** About the limit of browsers, servers and spreadsheets. */
const longestUrl = 2_000

/** Each field is checked alone: an implausible value counts as not sent and never invalidates the article. */
export const provenanceFields = {
  url: ifPlausible(
    v.pipe(
      v.string(),
      v.transform((text) => webAddress(text)?.href ?? ''),
      v.nonEmpty(),
      v.maxLength(longestUrl),
    ),
  ),
  source: ifPlausible(nameSchema()),
  author: ifPlausible(nameSchema()),
  publishedAt: ifPlausible(v.pipe(v.string(), v.trim(), v.check(isDate))),
}

/** Only the fields that are set, without undefined ones. */
export function provenanceOf({ url, source, author, publishedAt }: Provenance): Provenance {
  return {
    ...(url !== undefined && { url }),
    ...(source !== undefined && { source }),
    ...(author !== undefined && { author }),
    ...(publishedAt !== undefined && { publishedAt }),
  }
}

/**
 * The address if a link may lead there: http or https only, and no user name before the host, which could pass for the
 * host.
 */
export function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

/** The host without "www.", for display. */
export const hostOf = ({ host }: URL): string => host.replace(/^www\./, '')

function ifPlausible(schema: v.GenericSchema<unknown, string>) {
  return v.fallback(v.optional(schema), undefined)
}

function nameSchema() {
  return v.pipe(
    v.string(),
    v.transform(onOneLine),
    v.nonEmpty(),
    v.maxLength(longestName),
    // No control characters or lone surrogates.
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u),
  )
}

/** Also drops bidi controls, which could reorder the text beside a name. */
function onOneLine(text: string): string {
  return text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isDate(text: string): boolean {
  const [, day] =
    /^([12]\d{3}-\d\d-\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    ) ?? []
  if (day === undefined) return false
  const at = new Date(`${day}T00:00Z`)
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
