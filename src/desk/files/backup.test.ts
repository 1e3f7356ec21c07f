import { gunzipSync } from 'fflate'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BackupRecord } from './backup-format.ts'
import { openBackup } from './read-backup.ts'
import { allOf, asText, inTurn } from './testing/sample-articles.ts'
import { backupFile, backupLines } from './write-backup.ts'
import { concat, type Bytes } from './zip.ts'
import { anyCharacter } from '../../text/testing/any-character.ts'

afterEach(() => void vi.useRealTimers())

const header = { account: 'ann@example.org https://host', madeAt: Date.UTC(2026, 0, 31) }

const someRecords: BackupRecord[] = [
  { kind: 'job', value: { key: '17', request: { keywords: ['wind'], skipCount: 0 } } },
  {
    kind: 'list',
    value: { name: 'Solar', ids: { numbers: Float64Array.of(3, -1, 2 ** 53 - 1), strings: ['x'] } },
  },
  {
    kind: 'marks',
    value: new Map<unknown, unknown>([
      [17, { decision: 'keep' }],
      ['17', { note: 'a\nb' }],
    ]),
  },
]

const kinds = new Set(['job', 'list', 'marks', 'note'])

async function written(records: readonly BackupRecord[]): Promise<Bytes> {
  return concat(await allOf(backupFile(header, inTurn(records))))
}

function unpacksTo(bytes: Bytes, unpacked: Uint8Array): boolean {
  try {
    return Buffer.compare(gunzipSync(bytes), unpacked) === 0
  } catch {
    return false
  }
}

const fileOf = (bytes: Bytes | string) => new Blob([bytes])

async function readAll(bytes: Bytes | string) {
  const backup = await openBackup(fileOf(bytes), kinds)
  const records = (await allOf(backup.records)).map(({ kind, value }) => ({ kind, value }))
  return { header: backup.header, records, ...backup.report() }
}

describe('a backup', () => {
  it('returns what was put in, in order', async () => {
    expect(await readAll(await written(someRecords))).toEqual({
      header,
      records: someRecords,
      damagedCount: 0,
      complete: true,
      sound: true,
    })
  })

  it('is gzip of JSON Lines, and is also read unpacked', async () => {
    const text = asText(gunzipSync(await written(someRecords)))
    expect(text).toBe(
      `{"format":"article-desk-backup","version":1,"account":"ann@example.org https://host","madeAt":"2026-01-31T00:00:00.000Z"}
{"kind":"job","value":{"key":"17","request":{"keywords":["wind"],"skipCount":0}}}
{"kind":"list","value":{"name":"Solar","ids":{"numbers":{"$Float64Array":[3,-1,9007199254740991]},"strings":["x"]}}}
{"kind":"marks","value":{"$map":[[17,{"decision":"keep"}],["17",{"note":"a\\nb"}]]}}
{"kind":"end","value":3}
`,
    )
    expect((await readAll(text)).records).toEqual(someRecords)
    expect((await readAll(text.replaceAll('\n', '\r\n'))).records).toEqual(someRecords)
  })

  it('returns any value the library keeps, even those that look like its own markers', async () => {
    const leaf = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer()).map((numbers) => Float64Array.from(numbers)),
      fc.array(fc.nat(2 ** 32 - 1)).map((numbers) => Uint32Array.from(numbers)),
    )
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('$map', '$set', '$object', '$Float64Array', '__proto__', 'constructor'),
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(name, tie('value'), { noNullPrototype: true }),
        fc.array(fc.tuple(leaf, tie('value'))).map((pairs) => new Map(pairs)),
        fc.uniqueArray(fc.integer()).map((items) => new Set(items)),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 5 }), async (values) => {
        const records = values.map((value) => ({ kind: 'note', value }))
        expect((await readAll(await written(records))).records).toEqual(records)
      }),
      { numRuns: 100 },
    )
  })

  it('skips kinds it does not know', async () => {
    const read = await readAll(
      await written([{ kind: 'dream', value: 1 }, ...someRecords, { kind: 'dream', value: 2 }]),
    )
    expect(read).toMatchObject({ records: someRecords, damagedCount: 0 })
  })

  it('loses only damaged lines, and names the first', async () => {
    const lines = asText(gunzipSync(await written(someRecords))).split('\n')
    lines.splice(
      2,
      0,
      '{"kind":"job","val',
      '',
      '[]',
      '{"kind":7,"value":1}',
      '{"kind":"job"}',
      '['.repeat(300_000),
    )
    expect(await readAll(lines.join('\n'))).toMatchObject({
      records: someRecords,
      damagedCount: 5,
      firstDamagedLine: 3,
      complete: true,
    })
  })

  it('treats a byte that is not UTF-8 as damage, not as another character', async () => {
    const bytes = gunzipSync(await written([{ kind: 'note', value: 'é' }, ...someRecords]))
    bytes[bytes.indexOf(0xc3)] = 0xff
    expect(await readAll(bytes)).toMatchObject({ records: someRecords, firstDamagedLine: 2 })
  })

  it('lets the caller report invalid values', async () => {
    const backup = await openBackup(fileOf(await written(someRecords)), kinds)
    for await (const record of backup.records) if (record.kind === 'list') backup.refuse(record)
    expect(backup.report()).toMatchObject({ damagedCount: 1, firstDamagedLine: 3 })
  })
})

describe('a damaged file', () => {
  const many = Array.from({ length: 150 }, (_, id) => ({
    kind: 'note',
    value: Array.from({ length: 30 }, (_, place) => Math.sin(id * 30 + place)).join(' '),
  }))

  it('that was cut off yields what came before, and says that it is incomplete', async () => {
    const whole = await written(many)
    for (const share of [0.3, 0.6, 0.99]) {
      const read = await readAll(whole.slice(0, Math.floor(whole.length * share)))
      expect(read).toMatchObject({ complete: false, sound: false })
      expect(read.records.length).toBeGreaterThan(many.length * share * 0.9 - 10)
      expect(read.records).toEqual(many.slice(0, read.records.length))
    }
  })

  it('of which a line is missing is distinguished from a whole one, even if it was unpacked', async () => {
    const lines = asText(gunzipSync(await written(someRecords))).split('\n')
    expect(await readAll(lines.toSpliced(2, 1).join('\n'))).toMatchObject({
      records: someRecords.toSpliced(1, 1),
      damagedCount: 0,
      complete: false,
      sound: true,
    })
  })

  it('with any byte changed is distinguished from an intact one, without an error thrown', async () => {
    const whole = await written(many)
    const unpacked = gunzipSync(whole)
    await fc.assert(
      fc.asyncProperty(
        // Not the last byte before the checksum, whose padding bits mean nothing.
        fc.integer({ min: 2000, max: whole.length - 10 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const bytes = whole.slice()
          bytes[at] = bytes[at]! ^ change
          // Nor bits between two blocks, which mean nothing either: with another value, every byte unpacks the same.
          fc.pre(!unpacksTo(bytes, unpacked))
          const read = await readAll(bytes).catch((error: unknown) => ({
            sound: false,
            error: String(error),
          }))
          expect(read).toMatchObject({ sound: false })
          expect(read).not.toHaveProperty('error')
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each([
    ['nothing', ''],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2)],
    ['gzip of nothing we know', Uint8Array.of(0x1f, 0x8b, 9, 9, 9, 9)],
    ['another JSON', '{"format":"other"}\n'],
    ['a list of ids', '[1,2,3]'],
  ])('that is %s is rejected with an explanation', async (_what, bytes) => {
    await expect(readAll(bytes)).rejects.toThrow(
      'This file is not a backup of Article Desk. Nothing was changed.',
    )
  })

  it('of a newer desk is rejected with an explanation', async () => {
    const text = asText(gunzipSync(await written([]))).replace('"version":1', '"version":2')
    await expect(readAll(text)).rejects.toThrow(/newer Article Desk/)
  })
})

describe('writing a backup', () => {
  it('stops when told to', async () => {
    const stop = new AbortController()
    async function* endless(): AsyncGenerator<BackupRecord> {
      for (let count = 0; ; count += 1) {
        if (count === 100) stop.abort()
        yield await Promise.resolve({ kind: 'note', value: count })
      }
    }
    await expect(allOf(backupFile(header, endless(), { signal: stop.signal }))).rejects.toThrow(/abort/i)
  })

  it('fails if the records fail', async () => {
    async function* broken(): AsyncGenerator<BackupRecord> {
      yield await Promise.resolve({ kind: 'note', value: 1 })
      throw new Error('The library could not be read')
    }
    await expect(allOf(backupFile(header, broken()))).rejects.toThrow('The library could not be read')
  })

  it('takes records as it goes, and reports its progress', async () => {
    let given = 0
    async function* long(): AsyncGenerator<BackupRecord> {
      for (; given < 5000; given += 1) yield await Promise.resolve({ kind: 'note', value: 'x'.repeat(1000) })
    }
    const progress: number[] = []
    const lines = backupLines(header, long(), { onProgress: (done) => void progress.push(done) })
    await lines.next()
    expect(given).toBeLessThan(200)
    await allOf(lines)
    expect(progress.at(-1)).toBe(5000)
  })

  it('reports its progress at once, then a few times a second, and at the end', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    async function* slow(): AsyncGenerator<BackupRecord> {
      for (let given = 0; given < 100; given += 1) {
        vi.advanceTimersByTime(25)
        yield await Promise.resolve({ kind: 'note', value: given })
      }
    }
    const progress: number[] = []
    await allOf(backupLines(header, slow(), { onProgress: (done) => void progress.push(done) }))
    expect(progress).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100])
  })
})
