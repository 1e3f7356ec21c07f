import { newId } from '../store/store.ts'
import type { Store } from '../store/store.ts'

/** A snapshot of an index on the device: a manifest that names its immutable parts. */
export interface IndexSnapshot<Metadata, Part> {
  /**
   * Reads all but the parts' pieces. Undefined if there is none, or it is incomplete: the index is then rebuilt from the
   * texts.
   */
  read(): Promise<{ metadata: Metadata; parts: Part[] } | undefined>
  /** Pieces of parts that were read, in the same order; undefined for those that are no longer there. */
  readPieces(wanted: readonly WantedPiece<Part>[]): Promise<(Bytes | undefined)[]>
  /**
   * Writes the missing parts, each in its own transaction, then the manifest. If the device refuses, the existing
   * snapshot stays unchanged.
   *
   * @param snapshot.covers describes what the snapshot covers: a stored one with the same value, perhaps by another
   *   tab, is kept, unless it was found damaged
   * @param snapshot.isPartial it replaces only what this tab has read or written: two tabs that index at the same time
   *   would otherwise delete each other's parts, and write theirs again each time
   */
  write(
    snapshot: { metadata: Metadata; parts: readonly Part[]; covers: string; isPartial?: boolean },
    pause: () => Promise<boolean>,
  ): Promise<void>
}

interface WantedPiece<Part> {
  readonly part: Part
  /** From 0. */
  readonly number: number
}

/** As stored; `head` is the metadata. */
interface StoredManifest<Metadata> {
  readonly format: number
  readonly covers: string
  readonly parts: readonly PartName[]
  readonly checksum: number
  readonly head: Metadata
}

interface PartName {
  readonly name: string
  readonly checksum: number
  readonly pieceChecksums: readonly number[]
}

/** Tells whether it is still the same: another tab may have replaced a damaged one. */
const identityOf = ({ checksum, parts }: StoredManifest<unknown>): string => JSON.stringify([checksum, parts])

type Bytes = Uint8Array<ArrayBuffer>
type Content = ArrayBufferView | string | number

interface IndexSnapshotOptions<Metadata, Part> {
  readonly name: string
  /** Must be raised when the metadata or the parts change their meaning. */
  readonly format: number
  /** Returns all content of the metadata or a part, for its checksum, except a part's pieces. */
  readonly contentOf: (value: Metadata | Part) => Iterable<Content>
  /** Splits a part, so that `first` can be read before any piece, and each piece for itself. */
  readonly split?: (part: Part) => { first: Part; pieces: readonly Bytes[] }
}

const pieceOf = (partName: string, number: number): string => `${partName}/${number}`

export function createIndexSnapshot<Metadata extends object, Part extends object>(
  store: Store,
  { name, format, contentOf, split }: IndexSnapshotOptions<Metadata, Part>,
): IndexSnapshot<Metadata, Part> {
  const known = new WeakMap<Part, PartName>()
  /** The snapshot last read or written. A part or piece that is missing counts as damage. */
  let latest = { identity: '', isIntact: true }

  function nameOf(part: Part): PartName {
    const partName = known.get(part) ?? {
      name: `${name}/${newId()}`,
      checksum: checksum(contentOf(part)),
      pieceChecksums: split?.(part).pieces.map((piece) => checksum([piece])) ?? [],
    }
    known.set(part, partName)
    return partName
  }

  function rowsOf(part: Part): { name: string; value: unknown }[] {
    const own = nameOf(part).name
    if (!split) return [{ name: own, value: part }]
    const { first, pieces } = split(part)
    return [
      { name: own, value: first },
      // A view would be stored with all of its buffer.
      ...pieces.map((piece, number) => ({ name: pieceOf(own, number), value: piece.slice() })),
    ]
  }

  return {
    async read() {
      const found = await store.transaction('readonly', ['indexes'], async ({ indexes }) => {
        const stored = (await indexes.get(name))?.value as StoredManifest<Metadata> | undefined
        if (stored?.format !== format) return undefined
        const parts = await Promise.all(stored.parts.map((part) => indexes.get(part.name)))
        return { stored, parts: parts.map((part) => part?.value as Part | undefined) }
      })
      if (!found) return undefined
      latest = { identity: identityOf(found.stored), isIntact: false }
      if (found.stored.checksum !== checksum(contentOf(found.stored.head))) return undefined
      const parts: Part[] = []
      for (const [index, partName] of found.stored.parts.entries()) {
        const part = found.parts[index]
        if (!part || checksum(contentOf(part)) !== partName.checksum) return undefined
        known.set(part, partName)
        parts.push(part)
      }
      latest.isIntact = true
      return { metadata: found.stored.head, parts }
    },

    async readPieces(wanted) {
      const rows = await store.transaction('readonly', ['indexes'], ({ indexes }) =>
        Promise.all(wanted.map(({ part, number }) => indexes.get(pieceOf(nameOf(part).name, number)))),
      )
      return wanted.map(({ part, number }, at) => {
        const bytes = rows[at]?.value
        const isIntact =
          bytes instanceof Uint8Array && checksum([bytes]) === nameOf(part).pieceChecksums[number]
        latest.isIntact &&= isIntact
        return isIntact ? (bytes as Bytes) : undefined
      })
    },

    async write({ metadata, parts, covers, isPartial = false }, pause) {
      if (store.kept === 'in-memory') return
      const { stored, keys } = await store.transaction('readonly', ['indexes'], async ({ indexes }) => ({
        stored: (await indexes.get(name))?.value as StoredManifest<Metadata> | undefined,
        keys: new Set(await indexes.keys()),
      }))
      const isOwn = stored !== undefined && latest.identity === identityOf(stored)
      const isDamaged = isOwn && !latest.isIntact
      if (stored?.format === format && (isPartial ? !isOwn : stored.covers === covers && !isDamaged)) return
      const names = parts.map(nameOf)
      for (const [index, { name }] of names.entries()) {
        if (keys.has(name)) continue
        const rows = rowsOf(parts[index]!)
        await store.transaction('readwrite', ['indexes'], ({ indexes }) =>
          Promise.all(rows.map((row) => indexes.put(row))),
        )
        if (!(await pause())) return
      }
      const value = { format, covers, parts: names, checksum: checksum(contentOf(metadata)), head: metadata }
      await store.transaction('readwrite', ['indexes'], async ({ indexes }) => {
        const there = new Set(await indexes.keys())
        const wanted = new Set(
          names.flatMap(({ name, pieceChecksums }) => [
            name,
            ...pieceChecksums.map((_, number) => pieceOf(name, number)),
          ]),
        )
        // Another tab has written its own snapshot and deleted some of these parts; one is enough.
        if (![...wanted].every((part) => there.has(part))) return
        await indexes.put({ name, value })
        latest = { identity: identityOf(value), isIntact: true }
        for (const key of there) if (key.startsWith(`${name}/`) && !wanted.has(key)) await indexes.delete(key)
      })
    },
  }
}

/** Samples a sixteenth, so that a hundred megabytes take milliseconds. Parts are missing, truncated or intact. */
const step = 16

function checksum(content: Iterable<Content>): number {
  let sum = 0x811c9dc5 | 0
  const mix = (value: number) => {
    sum = Math.imul(sum ^ value, 0x01000193)
    sum ^= sum >>> 15
  }
  for (const value of content) {
    if (typeof value === 'number') mix(value)
    else if (typeof value === 'string') {
      mix(value.length)
      for (let at = 0; at < value.length; at += step) mix(value.charCodeAt(at))
    } else {
      mix(value.byteLength)
      const bytes = new DataView(value.buffer, value.byteOffset, value.byteLength)
      for (let at = 0; at + 4 <= bytes.byteLength; at += step * 4) mix(bytes.getInt32(at))
    }
  }
  return sum >>> 0
}
