import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { figure } from '../../../ui/number-words.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './articles-toolbar.module.css'
import type { Scope } from '../list/selection.ts'

export interface ArticlesToolbarProps {
  /** What the actions apply to; it is part of their names. */
  scope: Scope
  /** Number of articles in total. */
  total: number
  isCounted: boolean
  onCopy: () => void
  onExport: () => void
  children?: ReactNode
}

export function ArticlesToolbar({
  scope,
  total,
  isCounted,
  onCopy,
  onExport,
  children,
}: ArticlesToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Article actions"
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={moveAlong}
    >
      <Button size="s" icon={<Copy />} onClick={onCopy}>
        Copy ids <Count {...{ scope, isCounted }} of={total} />
      </Button>
      <Button size="s" icon={<Download />} aria-haspopup="dialog" onClick={onExport}>
        Export <Count {...{ scope, isCounted }} of={total} />
      </Button>
      {children}
    </div>
  )
}

/**
 * Always present and as wide as its longest value, so that a selection or search moves nothing. Screen readers get the
 * count in words; the accessible name starts with the visible text, for speech input.
 */
function Count({
  scope: { kind, count },
  isCounted,
  of,
}: Pick<ArticlesToolbarProps, 'scope' | 'isCounted'> & { of: number }) {
  return (
    <>
      <span
        className={styles.count}
        data-part={kind !== 'everything' || undefined}
        style={{ minInlineSize: `${figure(of).length}ch` }}
      >
        {isCounted ? figure(count) : '\u00a0'}
      </span>{' '}
      <VisuallyHidden>
        {`${count === 1 ? 'article' : 'articles'}${kind === 'everything' ? '' : ` ${kind}`}`}
      </VisuallyHidden>
    </>
  )
}

/** Arrow keys move within the toolbar. Its menus, whose keys React passes on as well, are elsewhere in the document. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || !event.currentTarget.contains(event.target as Node)) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
  const place = tools.indexOf(document.activeElement as HTMLElement)
  tools[(place + step + tools.length) % tools.length]?.focus()
  event.preventDefault()
}
