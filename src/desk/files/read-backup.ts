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

/** A backup that was opened. Its records can be gone through once. */
export interface Backup {
  readonly header: BackupHeader
  /** Records of the kinds that were asked for; what cannot be read is in the report and throws nothing. */
  readonly records: AsyncGenerator<BackupRecord & RecordPlace, void, undefined>
  /** Says of a record that its value is not what its kind should be. */
  refuse(record: { readonly line: number }, reason: string): void
  /** What there was, as far as it has been read. */
  report(): BackupReport
}

export interface RecordPlace {
  readonly line: number
  /** Of that line, in bytes. */
  readonly size: number
}

export interface BackupReport {
  /** Records given, by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** Records passed over because nobody asked for their kind, by kind. */
  readonly unknown: ReadonlyMap<string, number>
  readonly damagedCount: number
  /** The first {@link placesNamed} of them; lines count from 1. */
  readonly damaged: readonly { readonly line: number; readonly reason: string }[]
  /** False where the file ends before its last line: it was cut off, or is damaged from some place on. */
  readonly complete: boolean
  /** False where the checksum of the file is wrong: what was read may differ from what was written. */
  readonly sound: boolean
}

export const placesNamed = 20

/** A file that is no backup for this desk, in words for the editor. */
export class UnreadableBackup extends Error {
  override readonly name = 'UnreadableBackup'
}

/**
 * Opens a backup, compressed or not. Reads as it is asked, and holds one record at a time. The values are plain data
 * out of a file that anybody may have written: check them before use.
 *
 * @param kinds those that are understood; all others are counted and passed over
 * @throws {UnreadableBackup} where it is none, or of a newer version; else what reading the file throws
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
    if (damaged.length < placesNamed) damaged.push({ line, reason })
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

/** Hands on the pieces, and tells what came after the last. */
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

/** @returns the record, or what is wrong with it */
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

/** A byte that is no UTF-8 is damage too: it would come back as another character. */
function parse(bytes: ByteLine): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const addOne = (counts: Map<string, number>, kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

/** A line without its end; undefined where it was too long to be held. */
type ByteLine = Bytes | undefined

/** Longer than any record we write: a list of five million ids takes half of it. */
const longestLine = 2 ** 27

/** The lines of a file that comes in pieces. Holds no more than one of them, however hostile the file. */
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
