import ChevronDown from 'lucide-react/icons/chevron-down'
import { useFileWork } from '../../worker-client/use-file-work.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { fileName } from '../../files/file-name.ts'
import type { IdFormat } from '../../files/id-file.ts'
import type { SkipScope } from '../../library/skips/skip-scope.ts'
import { Button } from '../../ui/button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { download } from '../../ui/download.ts'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'

export interface ExportMenuProps {
  /** The name of the list. */
  of: string
  scope: SkipScope
  /** Name of the file. */
  name: string
  disabled?: boolean
}

const formats = [
  ['csv', 'CSV, a column named id'],
  ['json', 'JSON, a plain list'],
  ['txt', 'Text, one id per line'],
] as const satisfies [IdFormat, string][]

/** Exports the ids of a list as a file in the chosen format. */
export function ExportMenu({ of, scope, name, disabled = false }: ExportMenuProps) {
  const saveFile = useSaveIdFile()
  if (disabled)
    return (
      <Button size="s" aria-disabled>
        Export
        <ChevronDown />
      </Button>
    )
  return (
    <Menu
      label={`Export ${of}`}
      variant="secondary"
      size="s"
      items={formats.map(([format, label]) => ({ label, onSelect: () => saveFile(scope, name, format) }))}
      trigger={
        <>
          Export
          <ChevronDown />
        </>
      }
    />
  )
}

function useSaveIdFile() {
  const worker = useWorkerApi()
  const toast = useToast()
  const workOnFile = useFileWork()
  return (scope: SkipScope, name: string, format: IdFormat) =>
    void workOnFile(async () => {
      const { file, count } = await worker.makeIdFile(scope, format)
      const as = fileName(['ids', name], new Date(), format)
      download(file, as)
      toast({ message: `Exported ${pluralize(count, 'id')} to ${as}` })
    }).catch(() => toast({ message: 'Not exported: the ids could not be read. Nothing is lost; try again.' }))
}
