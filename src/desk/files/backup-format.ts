/**
 * A backup is one file with all data of an account: JSON Lines, compressed with gzip, named `.jsonl.gz`. Any program
 * that unpacks gzip shows it as text, and an unpacked file can be read too.
 *
 * The first line is the header:
 *
 *     {"format":"article-desk-backup","version":1,"account":"ann@example.org https://host","madeAt":"2026-01-31T09:30:00.000Z"}
 *
 * Every other line is one record, with a kind and a value as stored in the library. The last one has the number of
 * records, so that a truncated file is recognized:
 *
 *     {"kind":"mark","value":...}
 *     {"kind":"end","value":1204}
 *
 * A value is plain JSON with tags for other types: `{"$map":[[key,value],...]}`, `{"$set":[...]}`, typed arrays
 * (`{"$Float64Array":[1,2,3]}`), and `{"$object":{...}}` around an object that could be mistaken for one of these.
 * Undefined fields are omitted.
 *
 * Readers ignore unknown kinds, so that a newer desk may add kinds without a new version.
 */
export interface BackupHeader {
  /** The account's name as in the library: e-mail and service. Never a key. */
  readonly account: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

export interface BackupRecord {
  readonly kind: string
  /** Any value `structuredClone` supports, without dates, cycles and non-finite numbers. */
  readonly value: unknown
}

export const backupFormat = 'article-desk-backup'

export const backupVersion = 1

export const endKind = 'end'
