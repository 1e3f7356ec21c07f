import { useEffect, useState } from 'react'
import { emptyIdList } from '../../contract/ids.ts'
import type { ParsedIds } from '../files/id-collector.ts'
import type { IdWork } from '../worker-protocol/worker-api.ts'

/** The ids given in a form. */
export interface ArticleIds {
  readonly idText: string
  /** Lists too long for a text field: pasted, dropped as a file, or taken from an earlier request. */
  readonly idLists: readonly NamedIds[]
}

export interface NamedIds extends ParsedIds {
  readonly name: string
}

export const noTypedIds: ParsedIds = { ids: emptyIdList, repeatedCount: 0, invalidCount: 0, invalid: [] }

/**
 * The ids in the text of the field, read in the worker as files are: the page needs no parser, and most forms no ids.
 * Rejects if the worker can't be reached.
 */
export async function readTypedIds(worker: Pick<IdWork, 'readIds'>, text: string): Promise<ParsedIds> {
  if (text.trim() === '') return noTypedIds
  const reading = await worker.readIds(text)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading
}

/** Those of the text before until they have been read; undefined while the first are. */
export function useTypedIds(worker: Pick<IdWork, 'readIds'>, text: string): ParsedIds | undefined {
  const [typed, setTyped] = useState(text.trim() === '' ? noTypedIds : undefined)
  useEffect(() => {
    let isWanted = true
    // If it fails, what it says of the text is missing; they are read again to be sent.
    readTypedIds(worker, text).then(
      (ids) => isWanted && setTyped(ids),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [worker, text])
  return typed
}
