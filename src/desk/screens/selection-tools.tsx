import FileText from 'lucide-react/icons/file-text'
import type { ArticleId } from '../../contract/ids.ts'
import { AddToListButton } from '../features/skipped-articles/add-to-list-button.tsx'
import type { AddToListProps } from '../features/skipped-articles/add-to-list.tsx'
import { useCommand } from '../ui/commands.tsx'
import { copyText } from '../ui/copy-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { pluralize } from '../ui/number-words.ts'
import { useToast } from '../ui/toast.tsx'
import { useFileWork } from '../worker-client/use-file-work.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'

export interface SelectionToolsProps {
  count: number
  /** Of the articles that are in the library. */
  ids: () => Promise<ArticleId[]>
  idsToList: AddToListProps['ids']
}

/** What else can be done with a selection, besides decisions and labels. */
export function SelectionTools({ count, ids, idsToList }: SelectionToolsProps) {
  return (
    <>
      <CopyMarkdownButton count={count} ids={ids} />
      <AddToListButton count={count} ids={idsToList} />
    </>
  )
}

/** Copies the selection as one Markdown text, the same as its export. */
function CopyMarkdownButton({ count, ids }: { count: number; ids: () => Promise<ArticleId[]> }) {
  const worker = useWorkerApi()
  const toast = useToast()
  const workOnFile = useFileWork()
  const label = `Copy ${pluralize(count, 'article')} as Markdown`

  const copy = async () => {
    const choice = { format: 'md', packing: 'one-file', safeCells: false } as const
    const made = ids().then((chosen) => worker.makeArticleFile({ ids: chosen }, choice))
    const copying = copyText(made.then(async ({ file }) => ({ text: await file.text() })))
    const isCopied = await copying.catch(() => false)
    const count = await made.then((file) => file.ids.length).catch(() => undefined)
    toast({
      message:
        count === undefined
          ? 'Not copied: the articles could not be read. Nothing is lost; try again.'
          : isCopied
            ? `Copied ${pluralize(count, 'article')} as Markdown`
            : 'Not copied: the browser does not allow it here. Export gives the same as a file.',
    })
  }
  const run = () => {
    // Begun here: the browser wants the clipboard to be asked for in the click itself.
    const copying = copy()
    void workOnFile(() => copying)
  }
  useCommand({ id: 'articles/copy-markdown', label, run })
  return <IconButton size="s" variant="secondary" label={label} icon={<FileText />} onClick={run} />
}
