import Tag from 'lucide-react/icons/tag'
import { useEffect, useState } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import { ArticlesPanel, type ArticlesPanelProps } from '../features/articles/panel/articles-panel.tsx'
import type { ShownOrdering } from '../features/articles/list/shown-ordering.ts'
import { useArticleList, type ArticleListOptions } from '../features/articles/list/use-article-list.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { CopyMarkdownButton } from '../features/exports/copy-markdown-button.tsx'
import { LabelsPlace } from '../features/labels/article-labels.tsx'
import { ShortWordsContext } from '../features/library/quality-words.ts'
import { DensityButton } from '../features/preferences/density.tsx'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { AddToListButton } from '../features/skip-lists/add-to-list-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { counted, figure } from '../ui/counted.ts'
import { Menu } from '../ui/menu.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import { useDeciding } from './use-deciding.ts'

export interface DecidingPanelProps extends Omit<ArticlesPanelProps, 'list' | 'bulk' | 'density'> {
  list: ArticleListOptions
  /** The decisions on every article of the list; undefined while they are read. */
  index: DecisionIndex | undefined
  /** Tells the reader beside the list what the list shows. */
  shown: ShownOrdering
}

/** A list of articles with decisions, on single articles or on the selection. */
export function DecidingPanel({ list: options, index, shown, ...panel }: DecidingPanelProps) {
  const list = useArticleList(options)
  const deciding = useDeciding(list, index, panel.early)
  const { source, ordering } = options
  const reasons = useRejectionReasons()
  const [labelling, setLabelling] = useState<readonly ArticleId[]>()
  const { idHere } = deciding
  useShortcut('label', () => idHere !== undefined && setLabelling([idHere]), {
    enabled: idHere !== undefined,
  })
  useEffect(() => shown.set(ordering), [shown, ordering])
  useEffect(() => shown.decideWith(deciding.decideHere))

  const { positions } = list.selection
  const selectedIds = () => [...positions].flatMap((position) => index?.idAt(position) ?? [])
  const { density, shortWords } = useDevicePreferences()
  return (
    <ShortWordsContext value={shortWords}>
      <ArticlesPanel
        {...panel}
        list={list}
        density={density}
        viewTools={
          <>
            {panel.viewTools}
            <DensityButton />
          </>
        }
        bulk={
          <>
            <BulkActions
              count={positions.size}
              onDecide={(decision) => deciding.decide(selectedIds(), decision)}
              onRead={() => deciding.setRead(selectedIds(), true)}
            />
            {reasons.length > 0 ? (
              <Menu
                label={`Reject ${counted(positions.size, 'article')} for a reason`}
                trigger={`Reject ${figure(positions.size)} for…`}
                variant="secondary"
                size="s"
                items={reasons.map((reason) => ({
                  label: reason,
                  onSelect: () => deciding.rejectFor(selectedIds(), reason),
                }))}
              />
            ) : null}
            <IconButton
              size="s"
              variant="secondary"
              label={`Label ${counted(positions.size, 'article')}`}
              icon={<Tag />}
              aria-haspopup="dialog"
              onClick={() => setLabelling(selectedIds())}
            />
            <CopyMarkdownButton ids={selectedIds()} />
            <AddToListButton count={positions.size} ids={() => source.ids([...positions])} />
          </>
        }
      />
      <LabelsPlace ids={labelling} onLabel={deciding.setLabel} onClose={() => setLabelling(undefined)} />
    </ShortWordsContext>
  )
}
