import { useDeferredValue, useState } from 'react'
import type { IdList } from '../../../contract/ids.ts'
import { countIds } from '../../../contract/ids.ts'
import { ArticleIdsField } from '../../worker-client/article-ids-field.tsx'
import { readTypedIds, useTypedIds, type ArticleIds } from '../../worker-client/typed-ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'

/** The ids given in a dialog, and their field. */
export function useGivenIds() {
  const worker = useWorkerApi()
  const [given, setGiven] = useState<ArticleIds>({ idText: '', idLists: [] })
  const [reading, setReading] = useState<readonly string[]>([])
  const { idText, idLists } = given
  const typed = useTypedIds(worker, useDeferredValue(idText))
  return {
    given,
    isBeingRead: reading.length > 0,
    /** Those of the text are read once more: a quick user presses Enter before what is shown has caught up. */
    readLists: async (): Promise<{ typed: IdList[]; lists: IdList[] }> => ({
      typed: filled([await readTypedIds(worker, idText)]),
      lists: filled(idLists),
    }),
    field: <ArticleIdsField {...given} {...{ typed, reading }} onReading={setReading} onChange={setGiven} />,
  }
}

const filled = (read: readonly { ids: IdList }[]): IdList[] =>
  read.map(({ ids }) => ids).filter((ids) => countIds(ids) > 0)
