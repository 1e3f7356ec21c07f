import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useLibrary } from '../../intake/intake-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Choice } from './choice.tsx'
import { download } from './download.ts'
import { fileName } from '../../files/file-name.ts'
import { idFile, type IdFormat } from '../../files/id-file.ts'

/** Which articles to export; the positions are those within the job. */
export interface ExportScope {
  readonly kind: 'selected' | 'matching' | 'job'
  readonly count: number
  readonly positions: readonly number[] | 'all'
}

export interface ExportDialogProps {
  record: JobRecord
  /** At least one; the first is meant unless the editor says otherwise. */
  scopes: readonly ExportScope[]
  onClose: () => void
}

/** Ids as a file. What is in it, and how many, is said before it is made. */
export function ExportDialog({ record, scopes, onClose }: ExportDialogProps) {
  const library = useLibrary()
  const toast = useToast()
  const dialogId = useId()
  const [kind, setKind] = useState(scopes[0]?.kind ?? 'job')
  const [format, setFormat] = useState<IdFormat>('csv')
  const scope = scopes.find((scope) => scope.kind === kind)
  const found = useQuery({
    queryKey: ['export', dialogId, record.key, kind],
    queryFn: () => library.idsAt(record.key, scope?.positions ?? 'all'),
    networkMode: 'always',
    gcTime: 0,
    retry: false,
  })
  const ids = found.data?.ids ?? []

  const save = () => {
    const parts = ['ids', `job-${record.key}`, ...(kind === 'job' ? [] : [kind])]
    const name = fileName(parts, new Date(), format)
    download(idFile(ids, format), name)
    toast({ message: `Exported ${counted(ids.length, 'id')} to ${name}` })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export ids"
      description={<Contents count={ids.length} unsafe={found.data?.unsafe ?? 0} failed={found.isError} />}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Download />}
            busy={found.isPending}
            disabled={!found.isPending && ids.length === 0}
            onClick={save}
          >
            {`Export ${counted(found.data ? ids.length : (scope?.count ?? 0), 'id')}`}
          </Button>
        </>
      }
    >
      <Choice
        legend="Articles"
        value={kind}
        onChange={setKind}
        options={scopes.map(({ kind, count }) => ({
          value: kind,
          label: `${scopeLabels[kind]} (${count.toLocaleString('en')})`,
        }))}
      />
      <Choice legend="Format" value={format} onChange={setFormat} options={formats} />
    </Dialog>
  )
}

const scopeLabels = { selected: 'Selected', matching: 'Matching the search', job: 'This job' } as const

const formats = [
  {
    value: 'csv',
    label: 'CSV',
    hint: 'A column named id. Texts a spreadsheet would run begin with an apostrophe.',
  },
  { value: 'json', label: 'JSON', hint: 'A bare list that goes straight into ids_to_skip.' },
  { value: 'txt', label: 'Text', hint: 'One id a line.' },
] as const

function Contents({ count, unsafe, failed }: { count: number; unsafe: number; failed: boolean }) {
  if (failed) return 'The ids could not be read from the library. Close this and try again; nothing is lost.'
  const leftOut =
    unsafe === 0 ? '' : ` ${counted(unsafe, 'id')} past 2^53 ${unsafe === 1 ? 'is' : 'are'} left out.`
  return `The file will hold ${counted(count, 'id')}.${leftOut}`
}
