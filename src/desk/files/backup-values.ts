/** Converts a {@link BackupRecord} value to JSON; see `backup-format.ts`. */
export function packValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(packValue)
  if (value instanceof Map) return { $map: Array.from(value, (pair) => pair.map(packValue)) }
  if (value instanceof Set) return { $set: Array.from(value, packValue) }
  if (ArrayBuffer.isView(value)) return packNumbers(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const packed = Object.fromEntries(fields.map(([name, field]) => [name, packValue(field)]))
  return tagOf(packed) === undefined ? packed : { $object: packed }
}

/** @throws {RangeError} if a hostile file nests too deep for the stack */
export function unpackValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpackValue)
  const tag = tagOf(value)
  const inner = tag === undefined ? undefined : (value as Record<string, unknown>)[tag]
  if (tag === '$object' && typeof inner === 'object' && inner !== null) return unpackFields(inner)
  if (tag !== undefined && Array.isArray(inner)) {
    if (tag === '$set') return new Set(inner.map(unpackValue))
    if (tag === '$map' && inner.every(Array.isArray))
      return new Map(inner.map((pair: unknown[]) => [unpackValue(pair[0]), unpackValue(pair[1])]))
    const NumberArray = numberArrays[tag.slice(1)]
    if (NumberArray && inner.every((number) => typeof number === 'number')) return NumberArray.from(inner)
  }
  return unpackFields(value)
}

function unpackFields(value: object): unknown {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, unpackValue(field)]))
}

/** The name of the only field, if it starts with a dollar sign. */
function tagOf(value: object): string | undefined {
  const [name, ...others] = Object.keys(value)
  return name?.startsWith('$') && others.length === 0 ? name : undefined
}

const numberArrays: Readonly<Record<string, { from(numbers: readonly number[]): ArrayBufferView }>> = {
  Float64Array,
  Float32Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Uint8Array,
}

/** Uses digits, not base64: a million ids take less space when compressed, and people can read them. */
function packNumbers(view: ArrayBufferView): unknown {
  const name = view.constructor.name
  if (!(name in numberArrays)) throw new TypeError(`A backup cannot hold a ${name}`)
  return { [`$${name}`]: Array.from(view as Float64Array) }
}
