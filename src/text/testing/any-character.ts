import * as fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any code point but surrogates, as the `unit` of `fc.string`. For the same values, the library's own unit `binary`
 * first builds a table of all of them, which takes most of a second in each process.
 */
export const anyCharacter = fc
  .nat(0x10_ffff - surrogates.count)
  .map((n) => String.fromCodePoint(n < surrogates.first ? n : n + surrogates.count))
