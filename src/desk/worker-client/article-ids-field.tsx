import FileUp from 'lucide-react/icons/file-up'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react'
import { countIds, formatIds } from '../../contract/ids.ts'
import type { ParsedIds } from '../files/id-collector.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useHasUnmounted } from '../ui/use-before-leaving.ts'
import styles from './article-ids-field.module.css'
import { idsReadWords, unreadWords } from './ids-read-words.ts'
import { noTypedIds, type ArticleIds, type NamedIds } from './typed-ids.ts'
import { useWorkerApi } from './worker-context.tsx'

export interface ArticleIdsFieldProps extends ArticleIds {
  /** What was found in the text of the field; undefined until it has been read. */
  typed: ParsedIds | undefined
  /** Names of files and lists still being read; the form must not be sent without them. */
  reading: readonly string[]
  onReading: (change: (reading: readonly string[]) => readonly string[]) => void
  onChange: (change: (ids: ArticleIds) => ArticleIds) => void
}

/** In characters. A longer text becomes a list: laying out a million ids in a text field would take half a minute. */
const longestText = 4000

const maxToEdit = 500

/** Accepts ids in any form: typed, pasted, dropped or in files. The worker reads them. */
export function ArticleIdsField(props: ArticleIdsFieldProps) {
  const { idText, idLists, typed, reading, onReading, onChange } = props
  const worker = useWorkerApi()
  const hasUnmounted = useHasUnmounted()
  /** Of the files added last, one by one. */
  const [problems, setProblems] = useState<readonly string[]>([])
  const [draggedOver, setDraggedOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useRefusedDrops(field)

  const setText = (text: string) => onChange((ids) => ({ ...ids, idText: text }))

  /** In the worker: reading a million ids would block the page for too long. */
  const add = async (name: string, content: File | string) => {
    if (typeof content !== 'string') setProblems([])
    onReading((reading) => [...reading, name])
    const found = await worker.readIds(content).catch(() => ({ problem: unreadWords(name) }))
    // The form was replaced, or the service reset.
    if (hasUnmounted.current) return undefined
    onReading((reading) => reading.filter((_, at) => at !== reading.indexOf(name)))
    if ('problem' in found) return setProblems((before) => [...before, found.problem])
    return onChange((ids) => ({ ...ids, idLists: [...ids.idLists, { name, ...found }] }))
  }

  const addFiles = (files: readonly File[]) => {
    for (const file of files) void add(file.name, file)
  }

  const receive = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const given = data.getData('text')
    // Spreadsheets put a picture of the copied cells beside their text. Other files have their names as text.
    const files = Array.from(data.files).filter(({ type }) => given === '' || !type.startsWith('image/'))
    if (files.length === 0 && given.length <= longestText) return
    event.preventDefault()
    if (files.length > 0) addFiles(files)
    else void add('Pasted list', given)
  }

  /** Whether the browser inserts what is dropped, at the place in the text where it is dropped. */
  const isInserted = ({ target, dataTransfer }: DragEvent) =>
    target === textArea.current && !dataTransfer.types.includes('Files')

  const takeDrop = (event: DragEvent) => {
    setDraggedOver(false)
    receive(event, event.dataTransfer)
    if (event.isDefaultPrevented() || isInserted(event)) return
    event.preventDefault()
    setText([idText, event.dataTransfer.getData('text')].filter(Boolean).join('\n'))
  }

  const withoutList = (list: NamedIds) => (ids: ArticleIds) => ({
    ...ids,
    idLists: ids.idLists.filter((other) => other !== list),
  })

  const withListAsText = (list: NamedIds) => (ids: ArticleIds) => ({
    ...withoutList(list)(ids),
    idText: [ids.idText.trim(), formatIds(list.ids)].filter(Boolean).join('\n'),
  })

  /** The pressed button disappears with its row, so move the focus to the text. */
  const changeAndLeave = (change: (ids: ArticleIds) => ArticleIds) => {
    onChange(change)
    textArea.current?.focus()
  }

  return (
    <div
      ref={field}
      className={styles.field}
      data-over={draggedOver || undefined}
      onDragOver={(event) => {
        if (!isInserted(event)) event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={takeDrop}
    >
      <TextArea
        ref={textArea}
        label="Article ids"
        hint="Paste ids in any form, or drop a file with ids in it: an export, CSV, JSON or text."
        error={problems.join(' ')}
        value={idText}
        onValueChange={setText}
        onPaste={(event) => receive(event, event.clipboardData)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
      />
      {/* Not what was found in no text, before the first id: "No ids" would be announced. */}
      {idText.trim() && typed && typed !== noTypedIds ? <IdsReadLine read={typed} /> : null}
      {reading.length > 0 ? <output>{`Reading ${reading.join(', ')}`}</output> : null}
      {idLists.length > 0 ? (
        <ul className={styles.lists} aria-label="Lists of ids">
          {idLists.map((list, position) => (
            <li key={`${position} ${list.name} ${countIds(list.ids)}`} className={styles.list}>
              <div className={styles.about}>
                <bdi className={styles.name}>{list.name}</bdi>
                <IdsReadLine read={list} />
              </div>
              {countIds(list.ids) <= maxToEdit ? (
                <Button
                  size="s"
                  variant="quiet"
                  onClick={() => changeAndLeave(withListAsText(list))}
                  aria-label={`Edit ${list.name} as text`}
                >
                  Edit
                </Button>
              ) : null}
              <IconButton
                label={`Remove ${list.name}`}
                icon={<X />}
                onClick={() => changeAndLeave(withoutList(list))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept=".txt,.csv,.tsv,.json,.jsonl,.md,.html,.ris,.bib,.docx,.zip,.gz,text/*,application/json"
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

/** What was found in a text or a file. Announced again on each change. */
function IdsReadLine({ read }: { read: ParsedIds }) {
  const { words, problems } = idsReadWords(read)
  return (
    <output className={styles.read}>
      {words}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}

/** Refuses files that are dropped beside the field: a browser would open them in place of the desk. */
function useRefusedDrops(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      const { dataTransfer, target } = event
      if (field.current?.contains(target as Node) || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [field])
}
