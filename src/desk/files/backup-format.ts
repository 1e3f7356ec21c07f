/**
 * A backup is one file of everything of an account: JSON Lines, compressed with gzip, named `.jsonl.gz`. Any program
 * that unpacks gzip shows it as text, and a file that was unpacked is read as well.
 *
 * The first line says what it is:
 *
 *     {"format":"article-desk-backup","version":1,"account":"ann@example.org https://host","madeAt":"2026-01-31T09:30:00.000Z"}
 *
 * Every other line is one record, of a kind and with a value that is as the library keeps it; the last one says how many
 * there were, so that a file that was cut off is known as one:
 *
 *     {"kind":"mark","value":...}
 *     {"kind":"end","value":1204}
 *
 * A value is plain JSON but for what JSON has no word for: `{"$map":[[key,value],...]}`, `{"$set":[...]}`, lists of
 * numbers by the type they had (`{"$Float64Array":[1,2,3]}`), and `{"$object":{...}}` around an object that would be
 * taken for one of these. Fields that are undefined are left out.
 *
 * A reader passes over kinds it does not know, so that a newer desk may add some without another version.
 */
export interface BackupHeader {
  /** Names the account as the library does: e-mail and service. Never a key. */
  readonly account: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

export interface BackupRecord {
  readonly kind: string
  /** What `structuredClone` takes, without dates, cycles and numbers that are not finite. */
  readonly value: unknown
}

export const backupFormat = 'article-desk-backup'

export const backupVersion = 1

export const endKind = 'end'
