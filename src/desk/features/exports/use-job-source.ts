import { useMemo } from 'react'
import { useIntake } from '../../intake/intake-context.tsx'
import type { JobKey } from '../../library/records.ts'
import type { ExportScope, ExportSource } from './export-source.ts'
import { makeInWorker } from './make-in-worker.ts'

/** Articles of one job; the positions are those within it. */
export interface JobScope extends ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'job'
  readonly positions: readonly number[] | 'all'
}

export function useJobSource(jobKey: JobKey): ExportSource<JobScope> {
  const intake = useIntake()
  return useMemo(
    () => ({
      name: `job-${jobKey}`,
      idsOf: ({ positions }) => intake.library.idsAt(jobKey, positions),
      makeArticleFile: ({ positions }, choice, work) =>
        makeInWorker(intake, { jobKey, positions }, choice, work),
      async onExported(ids) {
        await intake.library.mark([{ ids, set: { exported: true } }])
      },
    }),
    [intake, jobKey],
  )
}
