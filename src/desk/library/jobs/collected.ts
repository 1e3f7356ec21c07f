import type { JobRecord } from '../records.ts'

/** When the articles of a job were collected. Milliseconds since the epoch. */
export const collectedAt = ({ readyAt, startedAt }: JobRecord): number => readyAt ?? startedAt

export const hasArticles = ({ phase }: JobRecord): boolean => phase === 'ready'

/** The jobs with articles. One that was started earlier may have brought them later. */
export const newestCollected = (jobs: readonly JobRecord[]): JobRecord[] =>
  jobs.filter(hasArticles).sort((a, b) => collectedAt(b) - collectedAt(a))

/** Its articles begin the library. */
export const newestWithArticles = (jobs: readonly JobRecord[]): JobRecord | undefined =>
  newestCollected(jobs).find(({ articleCount }) => articleCount > 0)
