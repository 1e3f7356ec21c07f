import { FileUp } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { countIds } from '../../../contract/ids.ts'
import { useIntake } from '../../intake/intake-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './article-ids-field.module.css'
import type { NamedIds } from './form-state.ts'
import { IdListRow } from './id-list-row.tsx'
import type { ParsedIds } from '../../files/id-sink.ts'
import { formatIds } from '../../files/parse-ids.ts'
import { ReadingLine } from './reading-line.tsx'

export interface ArticleIds {
  readonly idText: string
  readonly idLists: readonly NamedIds[]
}

export interface ArticleIdsFieldProps extends ArticleIds {
  /** What stands in the text field, read. */
  typed: ParsedIds
  /** Names of files and lists that are being read; the form is not to be sent without them. */
  reading: readonly string[]
  onReading: (change: (reading: readonly string[]) => readonly string[]) => void
  onChange: (change: (ids: ArticleIds) => ArticleIds) => void
}

/** A longer text becomes a list at once: laying out a million ids in a text field would take half a minute. */
const longestText = 4000

const mostToEdit = 500

export function ArticleIdsField(props: ArticleIdsFieldProps) {
  const { idText, idLists, typed, reading, onReading, onChange } = props
  const intake = useIntake()
  const [problem, setProblem] = useState<string>()
  const [draggedOver, setDraggedOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)

  /** Read in the worker: a million ids take longer than the page may stand still. */
  const add = async (name: string, source: File | string) => {
    onReading((reading) => [...reading, name])
    const found = await intake
      .readIds(source)
      .catch(() => ({ problem: `${name} could not be read. Add it again.` }))
    onReading((reading) => reading.filter((_, at) => at !== reading.indexOf(name)))
    if ('problem' in found) return setProblem(found.problem)
    return onChange((ids) => ({ ...ids, idLists: [...ids.idLists, { name, ...found }] }))
  }

  const addFiles = (files: readonly File[]) => {
    setProblem(undefined)
    for (const file of files) void add(file.name, file)
  }

  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const files = Array.from(data.files)
    const text = data.getData('text')
    if (files.length === 0 && text.length <= longestText) return
    event.preventDefault()
    if (files.length > 0) addFiles(files)
    else void add('Pasted list', text)
  }

  const withoutList = (list: NamedIds) => (ids: ArticleIds) => ({
    ...ids,
    idLists: ids.idLists.filter((other) => other !== list),
  })

  const editAsText = (list: NamedIds) => {
    const text = formatIds(list.ids)
    onChange((ids) => ({
      ...withoutList(list)(ids),
      idText: [ids.idText.trim(), text].filter(Boolean).join('\n'),
    }))
    textArea.current?.focus()
  }

  return (
    <div
      className={styles.field}
      data-over={draggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        setDraggedOver(false)
        take(event, event.dataTransfer)
      }}
    >
      <TextArea
        ref={textArea}
        label="Article ids"
        hint="Paste ids in any form, or drop a text, CSV or JSON file here."
        error={problem}
        value={idText}
        onValueChange={(text) => onChange((ids) => ({ ...ids, idText: text }))}
        onPaste={(event) => take(event, event.clipboardData)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
      />
      {idText.trim() ? <ReadingLine parsed={typed} /> : null}
      {reading.length > 0 ? <output>{`Reading ${reading.join(', ')}`}</output> : null}
      {idLists.length > 0 ? (
        <ul className={styles.lists} aria-label="Lists of ids">
          {idLists.map((list, position) => (
            <IdListRow
              key={`${position} ${list.name} ${countIds(list.ids)}`}
              list={list}
              onRemove={() => {
                onChange(withoutList(list))
                textArea.current?.focus()
              }}
              onEdit={countIds(list.ids) <= mostToEdit ? () => editAsText(list) : undefined}
            />
          ))}
        </ul>
      ) : null}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept=".txt,.csv,.tsv,.json,.jsonl,text/*,application/json"
        onChange={(event) => {
          addFiles(Array.from(event.target.files ?? []))
          event.target.value = ''
        }}
      />
      <Button size="s" icon={<FileUp />} className={styles.choose} onClick={() => chooser.current?.click()}>
        Add a file
      </Button>
    </div>
  )
}
