import { useCallback, useSyncExternalStore } from 'react'
import type { To } from 'react-router-dom'
import { figure } from '../../ui/counted.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { DecisionIndex } from './decision-index.ts'
import styles from './deciding-progress.module.css'
import { nextUndecided, type Stand } from './next-undecided.ts'

/** How many articles of a job are decided, and a link back to where the editor stopped. */
export function DecidingProgress({
  index,
  shown,
  total,
  to,
}: {
  index: DecisionIndex | undefined
  shown: Stand
  total: number
  /** Undefined while an article is read. */
  to: ((position: number) => To) | undefined
}) {
  const counts = useSyncExternalStore(
    useCallback((listener) => index?.subscribe(listener) ?? (() => undefined), [index]),
    () => index?.counts(),
  )
  if (!index || !counts) return null
  const decided = total - counts.undecided
  const position = placeToGoOn(index, shown)
  return (
    <>
      {decided > 0 ? (
        <span className={styles.words}>{`${figure(decided)} of ${figure(total)} decided`}</span>
      ) : null}
      {position === undefined || !to ? null : (
        <LinkButton size="s" to={to(position)} preventScrollReset>
          Continue reading
        </LinkButton>
      )}
    </>
  )
}

/** The article opened last, or the next undecided one; undefined if none was opened or none is left. */
export function placeToGoOn(
  index: Pick<DecisionIndex, 'decisionAt' | 'lastRead'>,
  shown: Stand,
): number | undefined {
  const { lastRead } = index
  if (lastRead === undefined || shown.placeOf(lastRead) < 0) return undefined
  if (index.decisionAt(lastRead) === undefined) return lastRead
  return nextUndecided(shown, index, lastRead) ?? nextUndecided(shown, index, -1)
}
