import {
  backupFormat,
  backupVersion,
  endKind,
  type BackupHeader,
  type BackupRecord,
} from './backup-format.ts'
import { packValue } from './backup-values.ts'
import { gzipped } from './gzip.ts'
import { paced, type PacedWork } from './progress.ts'
import type { Bytes } from './zip.ts'

/**
 * Writes a backup as consecutive pieces of a `.jsonl.gz`; see `backup-format.ts`. Requests a record only after writing
 * the previous one, and yields to other work in between.
 *
 * @throws what the records throw, the signal's abort reason, and a `TypeError` for a value that can't be packed
 */
export function backupFile(
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  work: PacedWork = {},
): AsyncGenerator<Bytes, void, undefined> {
  return gzipped(backupLines(header, records, work))
}

/** The same, uncompressed. */
export async function* backupLines(
  { account, madeAt }: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  work: PacedWork = {},
): AsyncGenerator<Bytes, void, undefined> {
  const encoder = new TextEncoder()
  const first = {
    format: backupFormat,
    version: backupVersion,
    account,
    madeAt: new Date(madeAt).toISOString(),
  }
  let waiting = `${JSON.stringify(first)}\n`
  let count = 0
  for await (const { kind, value } of paced(records, work)) {
    waiting += lineOf(kind, packValue(value))
    count += 1
    if (waiting.length >= pieceLength) {
      yield encoder.encode(waiting)
      waiting = ''
    }
  }
  yield encoder.encode(waiting + lineOf(endKind, count))
}

const lineOf = (kind: string, value: unknown): string => `${JSON.stringify({ kind, value })}\n`

const pieceLength = 128 * 1024
