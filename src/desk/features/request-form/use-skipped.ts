import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { IdList } from '../../../contract/ids.ts'
import { emptyIdList, uniteIds } from '../../../contract/ids.ts'
import { useIntake } from '../../intake/intake-context.tsx'
import { jobsQuery } from '../../intake/library-queries.ts'
import type { Library } from '../../library/library.ts'
import type { JobRecord } from '../../library/records.ts'
import type { FormState } from './form-state.ts'
import type { ParsedIds } from '../../files/id-sink.ts'
import { parseIds } from '../../files/parse-ids.ts'
import { receivedIdsQuery } from './request-queries.ts'

export interface Skipped {
  /** Everything that will be skipped, each id once. */
  readonly ids: IdList
  readonly typed: ParsedIds
  /** Earlier jobs that brought articles, newest first. */
  readonly jobs: readonly JobRecord[]
  readonly everything: IdList | undefined
}

/** What the form would have skipped, for the screen. What is sent is gathered anew by {@link gatherSkipped}. */
export function useSkipped(form: FormState): Skipped {
  const intake = useIntake()
  const { data: allJobs = [] } = useQuery(jobsQuery(intake))
  const jobs = useMemo(() => allJobs.filter(({ articleCount }) => articleCount > 0), [allJobs])
  const { data: everything } = useQuery({
    ...receivedIdsQuery(intake, jobs),
    placeholderData: keepPreviousData,
  })
  const { data: ofJobs = emptyIdList } = useQuery({
    ...receivedIdsQuery(intake, jobs, form.skipJobs),
    enabled: form.skipJobs.length > 0,
    placeholderData: keepPreviousData,
  })
  const idText = useDeferredValue(form.idText)
  const typed = useMemo(() => parseIds(idText), [idText])
  const chosen = form.skipJobs.length > 0 ? ofJobs : emptyIdList
  const received = (form.skipEverything && everything) || chosen
  const { idLists } = form
  const ids = useMemo(
    () => uniteIds([received, ...idLists.map((list) => list.ids), typed.ids]),
    [received, idLists, typed],
  )
  return { ids, typed, jobs, everything }
}

/** The ids to send: articles may have come in since the screen last counted. */
export async function gatherSkipped(form: FormState, library: Library): Promise<IdList> {
  const received = form.skipEverything
    ? await library.receivedIds()
    : form.skipJobs.length > 0
      ? await library.receivedIds(form.skipJobs)
      : emptyIdList
  return uniteIds([received, ...form.idLists.map(({ ids }) => ids), parseIds(form.idText).ids])
}
