import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { pluralize, figure } from '../../ui/number-words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ariaKeys } from '../../ui/shortcuts.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './reader-tools.module.css'
import type { Hits } from './use-hits.ts'

/** Moves from hit to hit. Its space is reserved even without hits, so that the tools stay in place between articles. */
export function HitSteps({ count, at, step }: Hits) {
  const hasHits = count > 0
  useShortcut('next-hit', () => step(1), { enabled: hasHits })
  useShortcut('previous-hit', () => step(-1), { enabled: hasHits })
  return (
    <div className={styles.hits} data-none={!hasHits || undefined}>
      <IconButton
        label="Previous hit"
        icon={<ChevronUp />}
        aria-keyshortcuts={ariaKeys('previous-hit')}
        disabled={!hasHits}
        onClick={() => step(-1)}
      />
      <p role="status" className={styles.hit}>
        {!hasHits ? null : at < 0 ? (
          pluralize(count, 'hit')
        ) : (
          <>
            <VisuallyHidden>Hit </VisuallyHidden>
            {`${figure(at + 1)} of ${figure(count)}`}
          </>
        )}
      </p>
      <IconButton
        label="Next hit"
        icon={<ChevronDown />}
        aria-keyshortcuts={ariaKeys('next-hit')}
        disabled={!hasHits}
        onClick={() => step(1)}
      />
    </div>
  )
}
