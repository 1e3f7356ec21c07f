import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { articleFileType, type ArticleFileChoice, type ArticleFormat } from '../../files/article-file-type.ts'
import { fileName } from '../../files/file-name.ts'
import { idFile, type IdFormat } from '../../files/id-file.ts'
import type { ArticleChoice } from '../../library/records.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { pluralize, figure } from '../../ui/number-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { useToast } from '../../ui/toast.tsx'
import { useFileWork } from '../../worker-client/use-file-work.ts'
import { useSetting } from '../../worker-client/use-setting.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import type { FileWork } from '../../worker-protocol/worker-api.ts'
import { RadioGroup } from './radio-group.tsx'
import { ExportProgress } from './export-progress.tsx'
import { scopeLabel, scopePart, type ExportScope } from './scope-words.ts'

export interface ExportDialogProps {
  /** Used in the file name: "job-42", "library". */
  name: string
  /** "This job". */
  everythingLabel: string
  /** At least one; the first is the default. */
  scopes: readonly ExportScope[]
  /** The ids in order; `unsafe` counts ids past 2^53, which are left out. */
  idsOf: (positions: Positions) => Promise<{ ids: readonly ArticleId[]; unsafe: number }>
  choiceOf: (positions: Positions) => ArticleChoice | Promise<ArticleChoice>
  onClose: () => void
}

type Positions = ExportScope['positions']

/** Exports articles, or their ids, as a file. Says what it will contain, and how many, before it is made. */
export function ExportDialog({ name, everythingLabel, scopes, idsOf, choiceOf, onClose }: ExportDialogProps) {
  const worker = useWorkerApi()
  const toast = useToast()
  const dialogId = useId()
  const [kind, setKind] = useState<ExportScope['kind']>()
  const scope = scopes.find((scope) => scope.kind === kind) ?? scopes[0]!
  const [contents, setContents] = useState<'articles' | 'ids'>('articles')
  const [articleFormat, setArticleFormat, readArticleFormat] = useLastFormat('articles', articleFormats)
  const [idFormat, setIdFormat] = useLastFormat('ids', idFormats)
  const [packing, setPacking, readPacking] = useLastFormat('packing', packings)
  const [safeCells, setSafeCells] = useState(true)
  const { state, run, stop, end } = useExport(() =>
    // By Escape, a step back, or another tab that removed the job.
    toast({ message: 'The export was stopped. No file was saved.' }),
  )
  const found = useQuery({
    queryKey: ['export', dialogId, scope.kind],
    queryFn: () => idsOf(scope.positions),
    gcTime: 0,
  })
  const ofArticles = contents === 'articles'
  const total = (ofArticles ? undefined : found.data?.ids.length) ?? scope.count
  const subject = pluralize(total, ofArticles ? 'article' : 'id')
  const isWorking = state.at === 'work'
  const isCsv = (ofArticles ? articleFormat : idFormat) === 'csv'

  const handOver = (file: Blob, extension: string) => {
    const parts = [contents, name, ...scopePart(scope)]
    const saved = fileName(parts, new Date(), extension)
    download(file, saved)
    onClose()
    return saved
  }

  const saveIds = () => {
    const { text, mediaType } = idFile(found.data?.ids ?? [], idFormat)
    const saved = handOver(new Blob([text], { type: mediaType }), idFormat)
    toast({ message: `Exported ${subject} to ${saved}` })
  }

  const saveArticles = () =>
    run(async (signal, onProgress) => {
      const as = { format: await readArticleFormat(), packing: await readPacking(), safeCells }
      const choice = await choiceOf(scope.positions)
      const { file, ids } = await makeFile(worker, choice, as, { signal, onProgress })
      signal.throwIfAborted()
      end()
      const saved = handOver(file, articleFileType(as).extension)
      const marked = await worker.library.annotate([{ ids, set: { exported: true } }]).then(
        () => true,
        () => false,
      )
      const parts = [`Exported ${pluralize(ids.length, 'article')} to ${saved}`]
      const gone = scope.count - ids.length
      if (gone > 0)
        parts.push(`${pluralize(gone, 'article')} ${gone === 1 ? 'is' : 'are'} no longer in the library`)
      if (!marked) parts.push('They could not be marked as exported')
      toast({ message: parts.join('. ') })
    })

  return (
    <Dialog
      onClose={onClose}
      title="Export"
      description={
        <ExportProgress done={state.at === 'work' ? state.done : undefined} total={total}>
          {`The file will hold ${subject}.${unsafeWords(found.data?.unsafe ?? 0, ofArticles)}`}
        </ExportProgress>
      }
      footer={
        <>
          <Button onClick={isWorking ? stop : onClose}>{isWorking ? 'Stop' : 'Close'}</Button>
          <Button
            variant="primary"
            type="submit"
            form={dialogId}
            icon={<Download />}
            busy={isWorking || (!ofArticles && found.isPending)}
            disabled={total === 0 || (!ofArticles && found.isError)}
          >
            {`Export ${subject}`}
          </Button>
        </>
      }
    >
      {state.at === 'failed' || (found.isError && !ofArticles) ? (
        <Alert tone="error" title="The file could not be created">
          The articles could not be read from the library. Nothing is lost: try again, or close this and
          export fewer at a time.
        </Alert>
      ) : null}
      <form
        id={dialogId}
        onSubmit={(event) => {
          event.preventDefault()
          if (ofArticles) void saveArticles()
          else saveIds()
        }}
      >
        <RadioGroup
          legend="Articles"
          value={scope.kind}
          onChange={setKind}
          disabled={isWorking}
          options={scopes.map((scope) => ({ value: scope.kind, label: scopeLabel(scope, everythingLabel) }))}
        />
        <RadioGroup
          legend="Contents"
          value={contents}
          onChange={setContents}
          disabled={isWorking}
          options={[
            { value: 'articles', label: 'Articles' },
            { value: 'ids', label: 'Ids only' },
          ]}
        />
        {ofArticles ? (
          <RadioGroup
            legend="Format"
            value={articleFormat}
            onChange={setArticleFormat}
            disabled={isWorking}
            options={articleFormats}
          />
        ) : (
          <RadioGroup
            legend="Format"
            value={idFormat}
            onChange={setIdFormat}
            options={idFormats}
            roomFor={articleFormats.length}
          />
        )}
        <RadioGroup
          legend="Files"
          value={packing}
          onChange={setPacking}
          disabled={isWorking || !ofArticles}
          options={packings}
        />
        <Checkbox
          label="Safe for spreadsheets"
          hint="In CSV, cells that a spreadsheet would run as formulas start with an apostrophe."
          // Ids are always made safe.
          checked={isCsv && (safeCells || !ofArticles)}
          onCheckedChange={setSafeCells}
          disabled={isWorking || !ofArticles || !isCsv}
        />
      </form>
    </Dialog>
  )
}

/**
 * A format, as chosen last by this account.
 *
 * @param options the first is the default; a stored value that is none of them counts as not chosen
 */
function useLastFormat<Value extends string>(
  name: 'articles' | 'ids' | 'packing',
  options: readonly { readonly value: Value }[],
): [value: Value, choose: (value: Value) => void, read: () => Promise<Value>] {
  const [stored, store, read] = useSetting(`exports/${name}`)
  const last = (stored: unknown) =>
    (options.find(({ value }) => value === stored) ?? options[0])?.value as Value
  // Enter may come before it is read: the first one would be taken.
  return [last(stored), store, () => read().then(last, () => last(stored))]
}

async function makeFile(
  worker: FileWork,
  choice: ArticleChoice,
  as: ArticleFileChoice,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
) {
  signal.throwIfAborted()
  const abandon = () => void worker.abandonFiles('articles').catch(() => {})
  signal.addEventListener('abort', abandon)
  try {
    return await worker.makeArticleFile(choice, as, onProgress)
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}

function unsafeWords(unsafe: number, ofArticles: boolean): string {
  if (unsafe === 0) return ''
  if (!ofArticles)
    return ` ${pluralize(unsafe, 'id')} that can't be sent back to the service ${unsafe === 1 ? 'is' : 'are'} left out.`
  return ` ${figure(unsafe)} of them ${unsafe === 1 ? 'has an id' : 'have ids'} that can't be sent back to the service, nor be imported again.`
}

interface FormatWords {
  readonly label: string
  readonly hint: string
}

interface FormatOption<Format> extends FormatWords {
  readonly value: Format
}

/** In the order in which they are shown. A record, so that a new format does not compile without its words. */
const articleFormatWords: Readonly<Record<ArticleFormat, FormatWords>> = {
  csv: { label: 'CSV', hint: 'A table for spreadsheets, one row per article.' },
  docx: { label: 'Word', hint: 'Headings and paragraphs, one page per article.' },
  json: { label: 'JSON', hint: 'One list of objects, for programs.' },
  md: { label: 'Markdown', hint: 'For text editors and note-taking apps.' },
  jsonl: { label: 'JSON Lines', hint: 'One object per line, for programs.' },
  html: { label: 'HTML', hint: 'A web page without scripts or outside content.' },
  txt: { label: 'Text', hint: 'Plain text, opens anywhere.' },
  ris: { label: 'RIS', hint: 'References for Zotero and EndNote, without the texts.' },
  bib: { label: 'BibTeX', hint: 'References for Zotero and LaTeX, without the texts.' },
}

const articleFormats = (Object.keys(articleFormatWords) as ArticleFormat[]).map((value) => ({
  value,
  ...articleFormatWords[value],
}))

const idFormats: readonly FormatOption<IdFormat>[] = [
  { value: 'csv', label: 'CSV', hint: 'A column named id.' },
  { value: 'json', label: 'JSON', hint: 'A plain list, ready for ids_to_skip.' },
  { value: 'txt', label: 'Text', hint: 'One id per line.' },
]

const packings = [
  { value: 'one-file', label: 'One file' },
  { value: 'zip', label: 'ZIP, one file per article' },
] as const

/** State of an export: not started, a number of articles written, or failed. */
type ExportState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number }
  | { readonly at: 'failed' }

/**
 * Runs one export at a time. Closing the dialog stops it, and a stopped export reports nothing more.
 *
 * @param onCutOff called if the dialog is closed before `end`
 */
function useExport(onCutOff: () => void) {
  const [state, setState] = useState<ExportState>({ at: 'rest' })
  const running = useRef<AbortController>(undefined)
  const workOnFile = useFileWork()
  const cutOff = useEffectEvent(() => {
    if (!running.current) return
    running.current.abort()
    onCutOff()
  })
  useEffect(() => () => cutOff(), [])

  const end = () => {
    running.current = undefined
  }

  const stop = () => {
    running.current?.abort()
    end()
    setState({ at: 'rest' })
  }

  const run = async (
    work: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ at: 'work', done: 0 })
    try {
      await workOnFile(() =>
        work(signal, (done) => {
          if (!signal.aborted) setState({ at: 'work', done })
        }),
      )
    } catch {
      if (signal.aborted) return
      end()
      setState({ at: 'failed' })
    }
  }

  return { state, run, stop, end }
}
