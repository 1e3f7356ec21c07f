import type { LatestAnswer } from '../worker-client/worker-api.ts'
import { createListeners } from '../worker-client/listeners.ts'
import type { JobKey } from '../library/records.ts'

/** This worker's knowledge of the latest checks, its own and those reported by other tabs. */
export type LatestAnswers = ReturnType<typeof createLatestAnswers>

export interface AnswerNews {
  readonly key: JobKey
  readonly answer: LatestAnswer
}

export function createLatestAnswers() {
  const known = new Map<JobKey, LatestAnswer>()
  const { tell, subscribe } = createListeners<AnswerNews>()
  return {
    get: (key: JobKey): LatestAnswer => known.get(key) ?? {},
    set(key: JobKey, answer: LatestAnswer): void {
      if (answer.partial) known.set(key, answer)
      else known.delete(key)
      tell({ key, answer })
    },
    all: (): AnswerNews[] => [...known].map(([key, answer]) => ({ key, answer })),
    subscribe,
  }
}
