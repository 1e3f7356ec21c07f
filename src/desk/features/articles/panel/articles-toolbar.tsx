import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { figure } from '../../../ui/counted.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './articles-toolbar.module.css'
import type { Scope } from '../list/selection.ts'

export interface ArticlesToolbarProps {
  /** What the actions are about; their names say it. */
  scope: Scope
  /** How many articles there are in all. */
  total: number
  onCopy: () => void
  onExport: () => void
  children?: ReactNode
}

export function ArticlesToolbar({ scope, total, onCopy, onExport, children }: ArticlesToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Articles actions"
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={moveAlong}
    >
      <Button size="s" icon={<Copy />} onClick={onCopy}>
        Copy ids <Count scope={scope} of={total} />
      </Button>
      <Button size="s" icon={<Download />} aria-haspopup="dialog" onClick={onExport}>
        Export <Count scope={scope} of={total} />
      </Button>
      {children}
    </div>
  )
}

/**
 * Always there and as wide as the longest, so that nothing moves when some are selected or searched for. What it counts
 * is said in words to whom they are read; the name so begins with what is seen, for those who speak to the page.
 */
function Count({ scope: { kind, count }, of }: { scope: Scope; of: number }) {
  return (
    <>
      <span
        className={styles.count}
        data-part={kind !== 'everything' || undefined}
        style={{ minInlineSize: `${figure(of).length}ch` }}
      >
        {figure(count)}
      </span>{' '}
      <VisuallyHidden>
        {`${count === 1 ? 'article' : 'articles'}${kind === 'everything' ? '' : ` ${kind}`}`}
      </VisuallyHidden>
    </>
  )
}

/** As toolbars do: the arrows go along, so that Tab need not. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
  const place = tools.indexOf(document.activeElement as HTMLElement)
  tools[(place + step + tools.length) % tools.length]?.focus()
  event.preventDefault()
}
