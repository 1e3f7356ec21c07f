import Tag from 'lucide-react/icons/tag'
import { useEffect, useState } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import { ArticlesPanel, type ArticlesPanelProps } from '../features/articles/panel/articles-panel.tsx'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import { useArticleList, type ArticleListOptions } from '../features/articles/list/use-article-list.ts'
import { BulkActions } from '../features/decisions/bulk-actions.tsx'
import type { DecisionIndex } from '../features/decisions/decision-index.ts'
import { useRejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { LabelsDialog } from '../features/labels/article-labels.tsx'
import { ShortWordsContext } from '../features/library/quality-words.ts'
import { DensityButton } from '../features/preferences/density.tsx'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { AddToListButton } from '../features/skipped-articles/add-to-list-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { pluralize, figure } from '../ui/number-words.ts'
import { Menu } from '../ui/menu.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import { useDeciding } from './use-deciding.ts'
import FileText from 'lucide-react/icons/file-text'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { useCommand } from '../ui/commands.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'

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
  const deciding = useDeciding(list, index, panel.early)
  const { source, ordering } = options
  const reasons = useRejectionReasons()
  const toast = useToast()
  const [labelling, setLabelling] = useState<readonly ArticleId[]>()
  const labelHere = () => {
    const id = deciding.idHere()
    if (id !== undefined) setLabelling([id])
  }
  useShortcut('label', labelHere, { enabled: deciding.isHere })
  useEffect(() => listHandle.setOrdering(ordering), [listHandle, ordering])
  useEffect(() => listHandle.setDecide(deciding.decideHere))

  const { positions } = list.selection
  const selectedIds = async () => {
    const cards = await Promise.all([...positions].map(source.card))
    return cards.flatMap((card) => card?.id ?? [])
  }
  /** At once, if the decisions have been read: then the ids are known. */
  const withSelected = (change: (ids: readonly ArticleId[]) => void) => {
    if (index) return change([...positions].flatMap((position) => index.idAt(position) ?? []))
    selectedIds().then(change, () =>
      toast({ message: 'Not done: the articles could not be read. Nothing is lost; try again.' }),
    )
  }
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
              onDecide={(decision) => withSelected((ids) => deciding.decide(ids, decision))}
              onRead={() => withSelected((ids) => deciding.setRead(ids, true))}
            />
            {reasons.length > 0 ? (
              <Menu
                label={`Reject ${figure(positions.size)} for a reason`}
                trigger={`Reject ${figure(positions.size)} for a reason`}
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
            <CopyMarkdownButton count={positions.size} ids={selectedIds} />
            <AddToListButton count={positions.size} ids={() => source.ids([...positions])} />
          </>
        }
      />
      {labelling ? (
        <LabelsDialog ids={labelling} onLabel={deciding.setLabels} onClose={() => setLabelling(undefined)} />
      ) : null}
    </ShortWordsContext>
  )
}

/** Copies the selection as one Markdown text, the same as its export; for the toolbar of a selection. */
function CopyMarkdownButton({ count, ids }: { count: number; ids: () => Promise<ArticleId[]> }) {
  const worker = useWorkerApi()
  const toast = useToast()
  const label = `Copy ${pluralize(count, 'article')} as Markdown`

  const copy = async () => {
    const choice = { format: 'md', packing: 'one-file', safeCells: false } as const
    const made = ids().then((chosen) => worker.makeArticleFile({ ids: chosen }, choice))
    const copying = copyText(made.then(async ({ file }) => ({ text: await file.text() })))
    const isCopied = await copying.catch(() => false)
    const count = await made.then((file) => file.count).catch(() => undefined)
    toast({
      message:
        count === undefined
          ? 'Not copied: the articles could not be read. Nothing is lost; try again.'
          : isCopied
            ? `Copied ${pluralize(count, 'article')} as Markdown`
            : 'Not copied: the browser does not allow it here. Export gives the same as a file.',
    })
  }
  useCommand({ id: 'articles/copy-markdown', label, run: () => void copy() })
  return (
    <IconButton size="s" variant="secondary" label={label} icon={<FileText />} onClick={() => void copy()} />
  )
}
