import { type Sketch, sketchFormat } from '../../../text/sketch.ts'
import type { Language } from '../texts/language.ts'
import type { Quality } from '../texts/quality.ts'

/** To be raised when any of it is found in another way: what was stored before is then made again. */
export const analysisFormat = sketchFormat

/** What reading a text once has found. */
export interface Analysis {
  /** See `textHash`: two texts of one article id with different hashes are versions. */
  readonly textHash: number
  readonly quality: readonly Quality[]
  readonly language?: Language | undefined
  /** What near-duplicates are found by. */
  readonly sketch: Sketch
}
