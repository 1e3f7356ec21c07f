import type { ArticleId } from '../../../contract/ids.ts'
import type { NearDuplicate } from '../../library/view/view.ts'

/** Whether the kept article contains so much of this one that rejecting it loses next to nothing. */
export const isAlike = ({ share = 0 }: Pick<NearDuplicate, 'share'>, percent: number): boolean =>
  share * 100 >= percent

/**
 * The articles to reject: those that are alike and undecided, unless the editor chose otherwise.
 *
 * @param percent from which an article counts as alike
 * @param chosen the editor's choices
 */
export const toReject = (
  others: readonly NearDuplicate[],
  percent: number,
  chosen: ReadonlyMap<ArticleId, boolean>,
): ArticleId[] =>
  others
    .filter((other) => chosen.get(other.id) ?? (isAlike(other, percent) && !isSettled(other)))
    .map(({ id }) => id)

/** Already kept or rejected. */
const isSettled = ({ decision }: NearDuplicate): boolean => decision === 'keep' || decision === 'reject'
