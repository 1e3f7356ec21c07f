import FileText from 'lucide-react/icons/file-text'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { useCommand } from '../../ui/commands.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { counted } from '../../ui/counted.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Copies the selection as one Markdown text, the same as its export; for the toolbar of a selection. */
export function CopyMarkdownButton({ ids }: { ids: readonly ArticleId[] }) {
  const worker = useWorkerApi()
  const toast = useToast()
  const articles = counted(ids.length, 'article')
  const label = `Copy ${articles} as Markdown`

  const copy = async () => {
    const choice = { format: 'md', packing: 'one-file', safeCells: false } as const
    const made = worker.makeArticleFile({ ids }, choice, () => {})
    const copying = copyText(made.then(async ({ file }) => ({ text: await file.text() })))
    toast({
      message: (await copying.catch(() => false))
        ? `Copied ${articles} as Markdown`
        : 'Not copied: the browser does not allow it here. Export makes the same as a file.',
    })
  }
  useCommand({ id: 'articles/copy-markdown', label, run: () => void copy() })
  return (
    <IconButton size="s" variant="secondary" label={label} icon={<FileText />} onClick={() => void copy()} />
  )
}
