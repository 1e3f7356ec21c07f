import type { ArticleId } from '../../../contract/ids.ts'

/** Between an article's id at an earlier service and that service, in the id by which it is stored. */
export const ofEarlierService = ' of earlier service '

const retired = new RegExp(`${ofEarlierService}[\\da-z]+$`)

/** See `retiredId`. A file of its own, since pages need no more of what happens after a reset. */
export const isRetiredId = (id: ArticleId): id is string => typeof id === 'string' && retired.test(id)
