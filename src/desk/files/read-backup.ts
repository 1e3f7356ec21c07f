import {
  backupFormat,
  backupVersion,
  endKind,
  type BackupHeader,
  type BackupRecord,
} from './backup-format.ts'
import { unpackValue } from './backup-values.ts'
import { unpacked, type ByteSource } from './gzip.ts'
import { concat, type Bytes } from './zip.ts'

/** An opened backup. Its records can be iterated once. */
export interface Backup {
  readonly header: BackupHeader
  /** The records of the requested kinds. Unreadable ones don't throw, but are in the report. */
  readonly records: AsyncGenerator<BackupRecord & RecordPosition, void, undefined>
  /** Reports that a record's value is invalid for its kind. */
  refuse(record: { readonly line: number }, reason: string): void
  /** The report on what has been read so far. */
  report(): BackupReport
}

export interface RecordPosition {
  readonly line: number
  /** Size of the line in bytes. */
  readonly size: number
}

export interface BackupReport {
  /** Number of records returned, by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** Number of records skipped because their kind was not requested, by kind. */
  readonly unknown: ReadonlyMap<string, number>
  readonly damagedCount: number
  /** The first {@link maxDamagedListed} of them. Lines are counted from 1. */
  readonly damaged: readonly { readonly line: number; readonly reason: string }[]
  /** False if the last line is missing: the file was truncated, or is damaged from some point on. */
  readonly complete: boolean
  /** False if the checksum of the file is wrong: what was read may differ from what was written. */
  readonly sound: boolean
}

export const maxDamagedListed = 20

/** Thrown if a file is not a backup that this desk can read. The message is for the editor. */
export class UnreadableBackup extends Error {
  override readonly name = 'UnreadableBackup'
}

/**
 * Opens a backup, compressed or not. Reads lazily, with one record in memory at a time. The values are untrusted plain
 * data: check them before use.
 *
 * @param kinds the kinds to return; others are counted and skipped
 * @throws {UnreadableBackup} if it is not a backup, or of a newer version; otherwise what reading the file throws
 */
export async function openBackup(file: ByteSource, kinds: ReadonlySet<string>): Promise<Backup> {
  const counts = new Map<string, number>()
  const unknown = new Map<string, number>()
  const damaged: { line: number; reason: string }[] = []
  const state = { damagedCount: 0, complete: false, sound: true, line: 1 }

  const lines = linesOf(noting(unpacked(file), (sound) => (state.sound = sound)))
  const first = await lines.next()
  const header = readHeader(first.done ? undefined : first.value)

  function refuse({ line }: { readonly line: number }, reason: string) {
    state.damagedCount += 1
    if (damaged.length < maxDamagedListed) damaged.push({ line, reason })
  }

  async function* records() {
    for await (const bytes of lines) {
      state.line += 1
      const { line } = state
      if (bytes?.length === 0) continue
      const record = readRecord(bytes)
      if (typeof record === 'string') refuse({ line }, record)
      else if (record.kind === endKind) state.complete = true
      else if (!kinds.has(record.kind)) addOne(unknown, record.kind)
      else {
        addOne(counts, record.kind)
        yield { ...record, line, size: bytes?.length ?? 0 }
      }
    }
  }

  return {
    header,
    records: records(),
    refuse,
    report: () => ({
      counts,
      unknown,
      damagedCount: state.damagedCount,
      damaged,
      complete: state.complete,
      sound: state.sound,
    }),
  }
}

/** Passes the pieces on, and reports the generator's return value. */
async function* noting(pieces: AsyncGenerator<Bytes, boolean>, onEnd: (sound: boolean) => void) {
  onEnd(yield* pieces)
}

function readHeader(bytes: ByteLine): BackupHeader {
  const header = parse(bytes) as
    Partial<Record<'format' | 'version' | 'account' | 'madeAt', unknown>> | undefined
  if (header?.format !== backupFormat || typeof header.account !== 'string')
    throw new UnreadableBackup('This file is not a backup of Article Desk. Nothing was changed.')
  if (header.version !== backupVersion)
    throw new UnreadableBackup(
      'This backup was made by a newer Article Desk. Nothing was changed. Reload this page, then try again.',
    )
  return { account: header.account, madeAt: Date.parse(String(header.madeAt)) }
}

/** @returns the record, or a description of the error */
function readRecord(bytes: ByteLine): BackupRecord | string {
  if (!bytes) return 'is too long'
  const record = parse(bytes) as Partial<BackupRecord> | undefined
  if (typeof record !== 'object' || record === null) return 'is not a record'
  if (typeof record.kind !== 'string' || !('value' in record)) return 'is not a record'
  try {
    return { kind: record.kind, value: unpackValue(record.value) }
  } catch {
    return 'is nested too deep'
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

const addOne = (counts: Map<string, number>, kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

/** A line without its line feed; undefined if it was too long. */
type ByteLine = Bytes | undefined

/** Longer than any record we write, in bytes: a list of five million ids takes half of it. */
const longestLine = 2 ** 27

/** Splits pieces of a file into lines. Holds at most one line in memory, even for hostile files. */
async function* linesOf(pieces: AsyncIterable<Bytes>): AsyncGenerator<ByteLine, void, undefined> {
  let waiting: Bytes[] = []
  let length = 0
  const take = (last: Bytes): ByteLine => {
    const line = length + last.length > longestLine ? undefined : concat([...waiting, last])
    waiting = []
    length = 0
    return line
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield take(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    length += rest.length
    if (length <= longestLine) waiting.push(rest)
    else waiting = []
  }
  if (length > 0) yield take(new Uint8Array())
}

const lineFeed = 10
