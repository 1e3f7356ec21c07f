import { newId } from '../store/store.ts'
import type { Store } from '../store/store.ts'

/** A snapshot of an index on the device: a manifest that names its immutable parts. */
export interface IndexSnapshot<Metadata, Part> {
  /**
   * Reads all but the parts' `rest`. Undefined if there is none, or it is incomplete: the index is then rebuilt from
   * the texts.
   */
  read(): Promise<{ metadata: Metadata; parts: Part[] } | undefined>
  /** The `rest` of a part that was read; undefined if it is no longer there. */
  readRest(part: Part): Promise<Rest | undefined>
  /**
   * Writes the missing parts, each in its own transaction, then the manifest. If the device refuses, the existing
   * snapshot stays unchanged.
   *
   * @param covers describes what the snapshot covers: a stored one with the same value, perhaps by another tab, is kept
   */
  write(
    snapshot: { metadata: Metadata; parts: readonly Part[]; covers: string },
    pause: () => Promise<boolean>,
  ): Promise<void>
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
  readonly restChecksum?: number | undefined
}

type Rest = Uint8Array<ArrayBuffer>
type Content = ArrayBufferView | string | number

interface IndexSnapshotOptions<Metadata, Part> {
  readonly name: string
  /** Must be raised when the metadata or the parts change their meaning. */
  readonly format: number
  /** Returns all content of the metadata or a part, for its checksum, except a part's `rest`. */
  readonly contentOf: (value: Metadata | Part) => Iterable<Content>
  /** Splits a part, so that `first` can be read and used before `rest`. */
  readonly split?: (part: Part) => { first: Part; rest: Rest }
}

const restOf = (partName: string): string => `${partName}/rest`

export function createIndexSnapshot<Metadata extends object, Part extends object>(
  store: Store,
  { name, format, contentOf, split }: IndexSnapshotOptions<Metadata, Part>,
): IndexSnapshot<Metadata, Part> {
  const known = new WeakMap<Part, PartName>()

  function nameOf(part: Part): PartName {
    const partName = known.get(part) ?? {
      name: `${name}/${newId()}`,
      checksum: checksum(contentOf(part)),
      restChecksum: split && checksum([split(part).rest]),
    }
    known.set(part, partName)
    return partName
  }

  function rowsOf(part: Part): { name: string; value: unknown }[] {
    const own = nameOf(part).name
    if (!split) return [{ name: own, value: part }]
    const { first, rest } = split(part)
    return [
      { name: own, value: first },
      { name: restOf(own), value: rest },
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
      if (!found || found.stored.checksum !== checksum(contentOf(found.stored.head))) return undefined
      const parts: Part[] = []
      for (const [index, partName] of found.stored.parts.entries()) {
        const part = found.parts[index]
        if (!part || checksum(contentOf(part)) !== partName.checksum) return undefined
        known.set(part, partName)
        parts.push(part)
      }
      return { metadata: found.stored.head, parts }
    },

    async readRest(part) {
      const { name, restChecksum } = nameOf(part)
      const row = await store.transaction('readonly', ['indexes'], ({ indexes }) => indexes.get(restOf(name)))
      const rest = row?.value
      return rest instanceof Uint8Array && checksum([rest]) === restChecksum ? (rest as Rest) : undefined
    },

    async write({ metadata, parts, covers }, pause) {
      if (store.kept === 'in-memory') return
      const { stored, keys } = await store.transaction('readonly', ['indexes'], async ({ indexes }) => ({
        stored: (await indexes.get(name))?.value as StoredManifest<Metadata> | undefined,
        keys: new Set(await indexes.keys()),
      }))
      if (stored?.format === format && stored.covers === covers) return
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
        const there = await indexes.keys()
        const wanted = new Set(names.flatMap(({ name }) => (split ? [name, restOf(name)] : [name])))
        // Another tab has written its own snapshot and deleted some of these parts; one is enough.
        if (![...wanted].every((part) => there.includes(part))) return
        await indexes.put({ name, value })
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
