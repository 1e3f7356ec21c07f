import type { IdList } from '../../../contract/ids.ts'
import { countIds } from '../../../contract/ids.ts'
import type { IdReading, IdWork } from '../../worker-client/worker-api.ts'

/** What stands in an {@link IdsInput}. */
export interface IdsGiven {
  readonly text: string
  /** What was typed, read; behind the text for a moment. */
  readonly typed: IdReading | undefined
  readonly sources: readonly IdSource[]
}

export interface IdSource {
  readonly key: number
  readonly name: string
  /** Undefined while it is being read. */
  readonly reading: IdReading | undefined
}

export const noIdsGiven: IdsGiven = { text: '', typed: undefined, sources: [] }

export const isBeingRead = ({ sources }: IdsGiven): boolean =>
  sources.some(({ reading }) => reading === undefined)

export const isNothing = ({ text, sources }: IdsGiven): boolean => text.trim() === '' && sources.length === 0

/** What was typed, read as it stands now: somebody quick presses Enter before it was read for the screen. */
export async function readTyped({ text }: IdsGiven, worker: IdWork): Promise<IdList[]> {
  return text.trim() === '' ? [] : filled([await worker.readIds(text)])
}

/** The lists of the sources, to be united off the page. */
export const listsOf = ({ sources }: IdsGiven): IdList[] => filled(sources.map(({ reading }) => reading))

const filled = (readings: readonly (IdReading | undefined)[]): IdList[] =>
  readings.flatMap((reading) =>
    reading && 'ids' in reading && countIds(reading.ids) > 0 ? [reading.ids] : [],
  )
