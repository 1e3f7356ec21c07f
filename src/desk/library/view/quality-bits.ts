import type { Quality } from '../records.ts'

export const qualityNames = [
  'short',
  'links',
  'copyright',
  'signature',
  'capitals',
  'language',
  'markup',
] as const satisfies Quality[]

/** One bit per quality, in the order of their names: below 2^8. */
export const qualityBits = (qualities: readonly Quality[]): number =>
  qualities.reduce((bits, quality) => bits | (1 << qualityNames.indexOf(quality)), 0)

export const qualitiesOf = (bits: number): Quality[] =>
  qualityNames.filter((_, index) => (bits & (1 << index)) !== 0)
