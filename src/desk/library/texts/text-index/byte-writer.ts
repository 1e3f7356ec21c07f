/** A growing byte buffer. Numbers are written as varints: one byte per seven bits. */
export class ByteWriter {
  length = 0
  #bytes: Uint8Array<ArrayBuffer>

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(64, capacity))
  }

  /** @param value a whole number from 0 to 2^32 - 1 */
  number(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#grow(5)
    const bytes = this.#bytes
    let rest = value >>> 0
    while (rest > 127) {
      bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[this.length++] = rest
  }

  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start
    if (this.length + count > this.#bytes.length) this.#grow(count)
    // Most copies are of a few bytes, for which a call of `set` costs more than the loop.
    if (count < 32) for (let i = start; i < end; i += 1) this.#bytes[this.length++] = source[i] ?? 0
    else {
      this.#bytes.set(source.subarray(start, end), this.length)
      this.length += count
    }
  }

  /** Returns a copy of what was written, without spare capacity. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }

  #grow(by: number): void {
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + by))
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}
