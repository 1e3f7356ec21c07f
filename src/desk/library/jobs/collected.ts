import type { JobRecord } from '../records.ts'

/** When the articles of a job were collected. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

export const hasArticles = ({ phase }: JobRecord): boolean => phase === 'ready'

/** The jobs with articles, latest first: a job that was started earlier may have been ready later. */
export const newestCollected = (jobs: readonly JobRecord[]): JobRecord[] =>
  jobs.filter(hasArticles).sort((a, b) => collectedAt(b) - collectedAt(a))

/** The job whose articles come first in the library. */
export const newestWithArticles = (jobs: readonly JobRecord[]): JobRecord | undefined =>
  newestCollected(jobs).find(({ articleCount }) => articleCount > 0)
