import type { JobRecord } from '../records.ts'

/** When the articles of a job were collected. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

/** Whether its result is here, which may be without articles. */
export const isCollected = ({ phase }: JobRecord): boolean => phase === 'ready'

/** The jobs whose results are here, latest first: a job that was started earlier may have been ready later. */
export const newestCollected = (jobs: readonly JobRecord[]): JobRecord[] =>
  jobs.filter(isCollected).sort((a, b) => collectedAt(b) - collectedAt(a))

/** The job whose articles come first in the library. */
export const newestWithArticles = (jobs: readonly JobRecord[]): JobRecord | undefined =>
  newestCollected(jobs).find(({ articleCount }) => articleCount > 0)
