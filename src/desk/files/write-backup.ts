import {
  backupFormat,
  backupVersion,
  endKind,
  type BackupHeader,
  type BackupRecord,
} from './backup-format.ts'
import { packValue } from './backup-values.ts'
import { gzipped } from './gzip.ts'
import { throttled } from './progress.ts'
import type { Bytes } from './zip.ts'

export interface BackupWork {
  readonly signal?: AbortSignal | undefined
  /** Called with the number of records written, several times a second and once at the end. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Writes a backup as consecutive pieces of a `.jsonl.gz`; see `backup-format.ts`. Requests a record only after writing
 * the previous one, and yields to other work in between.
 *
 * @throws what the records throw, the signal's abort reason, and a `TypeError` for a value that can't be packed
 */
export function backupFile(
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  work: BackupWork = {},
): AsyncGenerator<Bytes, void, undefined> {
  return gzipped(backupLines(header, records, work))
}

/** The same, uncompressed. */
export async function* backupLines(
  { account, madeAt }: BackupHeader,
  records: AsyncIterable<BackupRecord>,
  { signal, onProgress }: BackupWork = {},
): AsyncGenerator<Bytes, void, undefined> {
  const encoder = new TextEncoder()
  const first = {
    format: backupFormat,
    version: backupVersion,
    account,
    madeAt: new Date(madeAt).toISOString(),
  }
  const tell = throttled(onProgress)
  let waiting = `${JSON.stringify(first)}\n`
  let count = 0
  let restedAt = performance.now()
  signal?.throwIfAborted()
  for await (const { kind, value } of records) {
    waiting += lineOf(kind, packValue(value))
    count += 1
    if (waiting.length >= pieceLength) {
      yield encoder.encode(waiting)
      waiting = ''
    }
    if (performance.now() - restedAt > sliceMs) {
      tell(count)
      await new Promise((resolve) => setTimeout(resolve))
      restedAt = performance.now()
    }
    signal?.throwIfAborted()
  }
  yield encoder.encode(waiting + lineOf(endKind, count))
  onProgress?.(count)
}

const lineOf = (kind: string, value: unknown): string => `${JSON.stringify({ kind, value })}\n`

const pieceLength = 128 * 1024

const sliceMs = 20
