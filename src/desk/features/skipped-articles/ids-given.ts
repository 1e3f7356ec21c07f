import type { IdList } from '../../../contract/ids.ts'
import { countIds } from '../../../contract/ids.ts'
import type { IdReading, IdWork } from '../../worker-protocol/worker-api.ts'

/** The content of an {@link IdsInput}. */
export interface IdsGiven {
  readonly text: string
  /** The parsed text; briefly lags behind the text. */
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

/** Parses the current text: a quick user presses Enter before the displayed reading has caught up. */
export async function readTyped({ text }: IdsGiven, worker: IdWork): Promise<IdList[]> {
  return text.trim() === '' ? [] : filled([await worker.readIds(text)])
}

/** The lists of the sources, to be merged off the page. */
export const listsOf = ({ sources }: IdsGiven): IdList[] => filled(sources.map(({ reading }) => reading))

const filled = (readings: readonly (IdReading | undefined)[]): IdList[] =>
  readings.flatMap((reading) =>
    reading && 'ids' in reading && countIds(reading.ids) > 0 ? [reading.ids] : [],
  )
