/** A place counted from 1, in words within a sentence: "third", "number 12". */
export const ordinal = (place: number): string => ordinals[place - 1] ?? `number ${place}`

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
