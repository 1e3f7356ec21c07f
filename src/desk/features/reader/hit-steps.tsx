import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCommand } from '../../ui/commands.tsx'
import { counted, figure } from '../../ui/counted.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useKey } from '../../ui/use-key.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './reader-tools.module.css'
import type { Hits } from './use-hits.ts'

/** From hit to hit. Its place is kept where there is none, lest the tools move from article to article. */
export function HitSteps({ count, at, step }: Hits) {
  const hasHits = count > 0
  useKey('.', () => step(1), { enabled: hasHits })
  useKey(',', () => step(-1), { enabled: hasHits })
  useCommand({ id: 'reader/next-hit', label: 'Next hit', keys: ['.'], run: () => step(1), enabled: hasHits })
  return (
    <div className={styles.hits} data-none={!hasHits || undefined}>
      <IconButton
        label="Previous hit"
        icon={<ChevronUp />}
        aria-keyshortcuts=","
        disabled={!hasHits}
        onClick={() => step(-1)}
      />
      <p role="status" className={styles.hit}>
        {!hasHits ? null : at < 0 ? (
          counted(count, 'hit')
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
        aria-keyshortcuts="."
        disabled={!hasHits}
        onClick={() => step(1)}
      />
    </div>
  )
}
