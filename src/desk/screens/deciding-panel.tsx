import Rows2 from 'lucide-react/icons/rows-2'
import Rows4 from 'lucide-react/icons/rows-4'
import Tag from 'lucide-react/icons/tag'
import { use, useEffect, useState } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import { ArticlesPanel, type ArticlesPanelProps } from '../features/articles/panel/articles-panel.tsx'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { useArticleList, type ArticleListOptions } from '../features/articles/list/use-article-list.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { LabelsDialog } from '../features/labels/article-labels.tsx'
import { ShortWordsContext } from '../features/library/quality-words.ts'
import { changePreferences, useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { pluralize, figure } from '../ui/number-words.ts'
import { Menu } from '../ui/menu.tsx'
import { FocusModeContext } from './split-screen.tsx'
import { useDeciding } from './use-deciding.ts'

const SelectionTools = lazyPart(async () => (await import('./selection-tools.tsx')).SelectionTools)

export interface DecidingPanelProps extends Omit<ArticlesPanelProps, 'list' | 'bulk' | 'density'> {
  list: ArticleListOptions
  /** The decisions on every article of the list; undefined while they are read. */
  index: DecisionIndex | undefined
  /** Filled in here, for the reader beside the list. */
  listHandle: ListHandle
}

/** A list of articles with decisions, on single articles or on the selection. */
export function DecidingPanel({ list: options, index, listHandle, ...panel }: DecidingPanelProps) {
  const list = useArticleList(options)
  const { isFocused, toggle } = use(FocusModeContext)
  const [labelling, setLabelling] = useState<readonly ArticleId[]>()
  const deciding = useDeciding(list, index, setLabelling, panel.early)
  const { withSelected, selectedIds } = deciding
  const { source, ordering } = options
  const reasons = useRejectionReasons()
  useEffect(() => listHandle.setOrdering(ordering), [listHandle, ordering])
  useEffect(() => listHandle.setDecide(deciding.decideHere))

  const { positions } = list.selection
  const { density, shortWords } = useDevicePreferences()
  const isCompact = density === 'compact'
  const forReason = `Reject ${figure(positions.size)} for a reason`
  return (
    <ShortWordsContext value={shortWords}>
      <ArticlesPanel
        {...panel}
        // One step at a time: focus mode is left first, then the article.
        list={isFocused ? { ...list, close: () => (toggle(), true) } : list}
        density={density}
        viewTools={
          <>
            {panel.viewTools}
            <IconButton
              label="Compact rows"
              icon={isCompact ? <Rows4 /> : <Rows2 />}
              aria-pressed={isCompact}
              onClick={() => changePreferences({ density: isCompact ? 'comfortable' : 'compact' })}
            />
          </>
        }
        bulk={
          <>
            <BulkActions
              count={positions.size}
              onDecide={(decision) => withSelected((ids) => deciding.decide(ids, decision))}
              onRead={() => withSelected(deciding.markRead)}
            />
            {reasons.length > 0 ? (
              <Menu
                label={forReason}
                trigger={forReason}
                variant="secondary"
                size="s"
                items={reasons.map((reason) => ({
                  label: reason,
                  onSelect: () => withSelected((ids) => deciding.rejectFor(ids, reason)),
                }))}
              />
            ) : null}
            <IconButton
              size="s"
              variant="secondary"
              label={`Label ${pluralize(positions.size, 'article')}`}
              icon={<Tag />}
              aria-haspopup="dialog"
              onClick={() => withSelected(setLabelling)}
            />
            <SelectionTools
              count={positions.size}
              ids={selectedIds}
              idsToList={() => source.ids([...positions])}
            />
          </>
        }
      />
      {labelling ? (
        <LabelsDialog ids={labelling} onLabel={deciding.setLabels} onClose={() => setLabelling(undefined)} />
      ) : null}
    </ShortWordsContext>
  )
}
