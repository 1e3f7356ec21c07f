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
  onCopy: () => void
  onExport: () => void
}

export function ArticlesToolbar({ jobKey, scope, onCopy, onExport }: ArticlesToolbarProps) {
  const about = scopeWords(scope)
  return (
    <div
      role="toolbar"
      aria-label="Articles actions"
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={moveAlong}
    >
      <Button icon={<Copy />} aria-label={`Copy ids of ${about}`} onClick={onCopy}>
        Copy ids
        {scope.kind === 'job' ? null : <span className={styles.count}>{figure(scope.count)}</span>}
      </Button>
      <Button icon={<Download />} aria-label={`Export ${about}`} aria-haspopup="dialog" onClick={onExport}>
        Export
        {scope.kind === 'job' ? null : <span className={styles.count}>{figure(scope.count)}</span>}
      </Button>
      <LinkButton icon={<ListPlus />} to={`${paths.newJob}?${new URLSearchParams({ from: jobKey })}`}>
        Collect more
      </LinkButton>
    </div>
  )
}

function scopeWords({ kind, count }: Scope): string {
  const articles = counted(count, 'article')
  return kind === 'job' ? `all ${articles}` : `${articles} ${kind}`
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
