import { useQuery } from '@tanstack/react-query'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi, useAnnotation } from '../../worker-client/worker-context.tsx'
import { settingQuery } from '../../worker-client/library-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import styles from './rejection-reasons.module.css'

export const reasonsSetting = 'rejection-reasons'

/** The first nine reasons have a key each. */
const keyedReasons = 9

/** The editor's own rejection reasons, in order; empty until some are named in the preferences. */
export function useRejectionReasons(): readonly string[] {
  const { data } = useQuery(settingQuery(useWorkerApi(), reasonsSetting))
  return Array.isArray(data) ? data.filter((reason) => typeof reason === 'string') : none
}

const none: readonly string[] = []

/** Why the article in the reader was rejected: shown while it is rejected, never asked for. */
export function RejectionReasons({
  id,
  onChoose,
}: {
  id: ArticleId
  onChoose: (ids: readonly ArticleId[], reason: string) => void
}) {
  const reasons = useRejectionReasons()
  const annotation = useAnnotation(id)
  if (annotation?.decision !== 'reject') return null
  // A reason removed from the list is still shown on articles that have it.
  const shown =
    annotation.reason === undefined || reasons.includes(annotation.reason)
      ? reasons
      : [...reasons, annotation.reason]
  if (shown.length === 0) return null
  return (
    <div role="group" aria-label="Reason for rejecting" className={styles.reasons}>
      {shown.map((reason, place) => {
        const key = place < Math.min(keyedReasons, reasons.length) ? String(place + 1) : undefined
        return (
          <Button
            key={reason}
            size="s"
            variant="quiet"
            className={styles.reason}
            aria-pressed={reason === annotation.reason}
            aria-keyshortcuts={key}
            onClick={() => onChoose([id], reason)}
          >
            {key ? <Kbd hidden>{key}</Kbd> : null}
            <bdi>{reason}</bdi>
          </Button>
        )
      })}
    </div>
  )
}
