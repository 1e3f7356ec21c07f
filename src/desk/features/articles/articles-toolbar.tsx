import { Copy, Download, ListPlus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { counted, figure } from '../../ui/counted.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './articles-toolbar.module.css'
import type { Scope } from './selection.ts'

export interface ArticlesToolbarProps {
  jobKey: JobKey
  /** What the actions are about; their names say it. */
  scope: Scope
  /** How many articles there are in all. */
  articleCount: number
  onCopy: () => void
  onExport: () => void
}

export function ArticlesToolbar({ jobKey, scope, articleCount, onCopy, onExport }: ArticlesToolbarProps) {
  const about = scopeWords(scope)
  return (
    <div
      role="toolbar"
      aria-label="Articles actions"
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={moveAlong}
    >
      <Button icon={<Copy />} aria-label={`Copy ids: ${about}`} onClick={onCopy}>
        Copy ids
        <Count scope={scope} of={articleCount} />
      </Button>
      <Button icon={<Download />} aria-label={`Export: ${about}`} aria-haspopup="dialog" onClick={onExport}>
        Export
        <Count scope={scope} of={articleCount} />
      </Button>
      <LinkButton icon={<ListPlus />} to={`${paths.newJob}?${new URLSearchParams({ from: jobKey })}`}>
        Collect more
      </LinkButton>
    </div>
  )
}

/** Always there and as wide as the longest, so that nothing moves when some are selected or searched for. */
function Count({ scope, of }: { scope: Scope; of: number }) {
  return (
    <span
      className={styles.count}
      data-part={scope.kind !== 'job' || undefined}
      style={{ minInlineSize: `calc(${figure(of).length}ch + 12px)` }}
    >
      {figure(scope.count)}
    </span>
  )
}

/** Begins with the count, as what is seen on the button does: who speaks to the page says what they see. */
function scopeWords({ kind, count }: Scope): string {
  const articles = counted(count, 'article')
  return kind === 'job' ? articles : `${articles} ${kind}`
}

/** As toolbars do: the arrows go along, so that Tab need not. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
  const place = tools.indexOf(document.activeElement as HTMLElement)
  tools[(place + step + tools.length) % tools.length]?.focus()
  event.preventDefault()
}
