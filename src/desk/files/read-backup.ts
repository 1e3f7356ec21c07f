import {
  backupFormat,
  backupVersion,
  endKind,
  type BackupHeader,
  type BackupRecord,
} from './backup-format.ts'
import { unpackValue } from './backup-values.ts'
import { unpacked, unpackedSize } from './gzip.ts'
import { concat, type Bytes } from './zip.ts'

/** An opened backup. Its records can be iterated once. */
export interface Backup {
  readonly header: BackupHeader
  /** In bytes of all lines, as far as the file tells: for progress only. */
  readonly size: number
  /** The records of the requested kinds. Unreadable ones don't throw, but are counted in the report. */
  readonly records: AsyncGenerator<BackupRecord & RecordPosition, void, undefined>
  /** Reports that a record's value is invalid for its kind. */
  refuse(record: { readonly line: number }): void
  /** The report on what has been read so far. */
  report(): BackupReport
}

export interface RecordPosition {
  readonly line: number
  /** Size of the line in bytes. */
  readonly size: number
}

export interface BackupReport {
  readonly damagedCount: number
  /** Counted from 1. */
  readonly firstDamagedLine: number | undefined
  /** False if the last line, or any of those it counts, is missing: the file was truncated, or has lost lines. */
  readonly complete: boolean
  /** False if the checksum of the file is wrong: what was read may differ from what was written. */
  readonly sound: boolean
}

/** Thrown if a file is not a backup that this desk can read. The message is for the editor. */
export class UnreadableBackup extends Error {
  override readonly name = 'UnreadableBackup'
}

/**
 * Opens a backup, compressed or not. Reads lazily, with one record in memory at a time. The values are untrusted plain
 * data: check them before use.
 *
 * @param kinds the kinds to return; others are skipped
 * @throws {UnreadableBackup} if it is not a backup, or of a newer version; otherwise what reading the file throws
 */
export async function openBackup(file: Blob, kinds: ReadonlySet<string>): Promise<Backup> {
  let damagedCount = 0
  let firstDamagedLine: number | undefined
  let complete = false
  let sound = true

  const lines = linesOf(noting(unpacked(file), (isSound) => (sound = isSound)))
  const first = await lines.next()
  const header = readHeader(first.done ? undefined : first.value)

  function refuse({ line }: { readonly line: number }) {
    damagedCount += 1
    firstDamagedLine ??= line
  }

  async function* records() {
    let line = 1
    let count = 0
    for await (const bytes of lines) {
      line += 1
      if (bytes?.length === 0) continue
      const record = readRecord(bytes)
      if (record?.kind === endKind) {
        complete = count >= Number(record.value)
        continue
      }
      count += 1
      if (!record) refuse({ line })
      else if (kinds.has(record.kind)) yield { ...record, line, size: bytes?.length ?? 0 }
    }
  }

  return {
    header,
    size: await unpackedSize(file),
    records: records(),
    refuse,
    report: () => ({ damagedCount, firstDamagedLine, complete, sound }),
  }
}

/** Passes the pieces on, and reports the generator's return value. */
async function* noting(pieces: AsyncGenerator<Bytes, boolean>, onEnd: (sound: boolean) => void) {
  onEnd(yield* pieces)
}

function readHeader(bytes: ByteLine): BackupHeader {
  const header = parse(bytes) as
    | Partial<Record<'format' | 'version' | 'account' | 'madeAt', unknown>>
    | undefined
  if (header?.format !== backupFormat || typeof header.account !== 'string')
    throw new UnreadableBackup('This file is not a backup of Article Desk. Nothing was changed.')
  if (header.version !== backupVersion)
    throw new UnreadableBackup(
      'This backup was made by a newer Article Desk. Nothing was changed. Reload this page, then try again.',
    )
  return { account: header.account, madeAt: Date.parse(String(header.madeAt)) }
}

/** @returns undefined if the line is too long, not a record or nested too deep */
function readRecord(bytes: ByteLine): BackupRecord | undefined {
  const record = parse(bytes) as Partial<BackupRecord> | undefined
  if (typeof record !== 'object' || record === null) return undefined
  if (typeof record.kind !== 'string' || !('value' in record)) return undefined
  try {
    return { kind: record.kind, value: unpackValue(record.value) }
  } catch {
    return undefined
  }
}

/** Treats invalid UTF-8 as damage, because it would be read as another character. */
function parse(bytes: ByteLine): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** A line without its line feed; undefined if it was too long. */
type ByteLine = Bytes | undefined

/** Longer than any record we write, in bytes: a list of five million ids takes half of it. */
const longestLine = 2 ** 27

/** Splits pieces of a file into lines. Holds at most one line in memory, even for hostile files. */
async function* linesOf(pieces: AsyncIterable<Bytes>): AsyncGenerator<ByteLine, void, undefined> {
  let waiting: Bytes[] = []
  let length = 0
  const takeLine = (last: Bytes): ByteLine => {
    const line = length + last.length > longestLine ? undefined : concat([...waiting, last])
    waiting = []
    length = 0
    return line
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield takeLine(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    length += rest.length
    if (length <= longestLine) waiting.push(rest)
    else waiting = []
  }
  if (length > 0) yield takeLine(new Uint8Array())
}

const lineFeed = 10
