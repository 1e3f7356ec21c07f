import type { ArticleId } from '../../../contract/ids.ts'
import type { NearDuplicate } from '../../library/view/view.ts'

/** Whether so much of it stands in the one that is kept that rejecting it loses next to nothing. */
export const isAlike = ({ share = 0 }: Pick<NearDuplicate, 'share'>, percent: number): boolean =>
  share * 100 >= percent

/**
 * Which are rejected: all that are alike and not decided on yet, unless the editor says otherwise of one.
 *
 * @param percent from which on an article counts as alike
 * @param chosen what the editor said
 */
export const toReject = (
  others: readonly NearDuplicate[],
  percent: number,
  chosen: ReadonlyMap<ArticleId, boolean>,
): ArticleId[] =>
  others
    .filter((other) => chosen.get(other.id) ?? (isAlike(other, percent) && !isSettled(other)))
    .map(({ id }) => id)

/** Kept by the editor, or rejected already. */
const isSettled = ({ decision }: NearDuplicate): boolean => decision === 'keep' || decision === 'reject'
