import { pluralize } from './number-words.ts'

/** What follows a message about ids of which some were past 2^53; blank if none was. */
export const leftOutWords = (unsafeCount: number): string =>
  unsafeCount === 0 ? '' : `; ${pluralize(unsafeCount, 'id')} left out: can't be sent back exactly`
