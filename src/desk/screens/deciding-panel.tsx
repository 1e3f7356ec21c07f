import { useEffect } from 'react'
import { ArticlesPanel, type ArticlesPanelProps } from '../features/articles/panel/articles-panel.tsx'
import type { ShownOrdering } from '../features/articles/list/shown-ordering.ts'
import { useArticleList, type ArticleListOptions } from '../features/articles/list/use-article-list.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { AddToListButton } from '../features/skip-lists/add-to-list-button.tsx'
import { useDeciding } from './use-deciding.ts'

export interface DecidingPanelProps extends Omit<ArticlesPanelProps, 'list' | 'bulk'> {
  list: ArticleListOptions
  /** What was decided on each article of the list; undefined while it is read. */
  index: DecisionIndex | undefined
  /** Tells the reader beside the list what the list shows. */
  shown: ShownOrdering
}

/** A list of articles to decide on, one by one or all that are selected. */
export function DecidingPanel({ list: options, index, shown, ...panel }: DecidingPanelProps) {
  const list = useArticleList(options)
  const deciding = useDeciding(list, index)
  const { source, ordering } = options
  useEffect(() => shown.set(ordering), [shown, ordering])
  useEffect(() => shown.decideWith(deciding.decideHere))

  const { positions } = list.selection
  const selectedIds = () => [...positions].flatMap((position) => index?.idAt(position) ?? [])
  return (
    <ArticlesPanel
      {...panel}
      list={list}
      bulk={
        <>
          <BulkActions
            count={positions.size}
            onDecide={(decision) => deciding.decide(selectedIds(), decision)}
            onRead={() => deciding.setRead(selectedIds(), true)}
          />
          <AddToListButton count={positions.size} ids={() => source.ids([...positions])} />
        </>
      }
    />
  )
}
