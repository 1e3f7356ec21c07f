import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { To } from 'react-router-dom'
import { figure } from '../../ui/number-words.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ariaKeys } from '../../ui/shortcuts.ts'
import { HitSteps } from './hit-steps.tsx'
import styles from './reader-tools.module.css'
import type { Hits } from './use-hits.ts'

export interface ReaderToolsProps {
  place: number
  count: number
  previous: To | undefined
  next: To | undefined
  back: To
  go: (to: To | undefined) => void
  decisions: ReactNode
  hits: Hits
  /** Tools beyond those of every reader. */
  more: ReactNode
  copied: { text: string; html: () => string }
}

export function ReaderTools(tools: ReaderToolsProps) {
  const { place, count, previous, next, back, go, decisions, hits, more, copied } = tools
  return (
    <div className={styles.tools}>
      <div className={styles.steps}>
        <IconButton
          label="Previous"
          icon={<ChevronLeft />}
          aria-disabled={!previous}
          aria-keyshortcuts={ariaKeys('previous')}
          onClick={() => go(previous)}
        />
        <IconButton
          label="Next"
          icon={<ChevronRight />}
          aria-disabled={!next}
          aria-keyshortcuts={ariaKeys('next')}
          onClick={() => go(next)}
        />
        {/* As wide for every place, so that the decisions stay where they are. */}
        <p
          className={styles.place}
          style={{ minInlineSize: `max(5.5em, ${2 * figure(count).length + 3}ch)` }}
        >
          {place < 0 ? null : `${figure(place + 1)} of ${figure(count)}`}
        </p>
      </div>
      <div className={styles.decisions}>{decisions}</div>
      <HitSteps {...hits} />
      <CopyButton variant="quiet" className={styles.copy} text={copied.text} html={copied.html}>
        Copy text
      </CopyButton>
      <div className={styles.more}>{more}</div>
      <IconButton label="Close article" icon={<X />} onClick={() => go(back)} />
    </div>
  )
}
