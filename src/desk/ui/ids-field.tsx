import FileUp from 'lucide-react/icons/file-up'
import X from 'lucide-react/icons/x'
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type Key,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './ids-field.module.css'
import { IdsReadLine } from './ids-read-line.tsx'
import type { IdsReadWords } from './ids-read-words.ts'
import { TextArea } from './text-area.tsx'

export interface IdsFieldProps {
  text: string
  onTextChange: (text: string) => void
  error?: string | undefined
  /** Files, and pasted or dropped texts that are too long to edit. */
  sources: readonly IdsSource[]
  onAdd: (name: string, content: File | string) => void
  /** Shown between the text and the sources. */
  children?: ReactNode
}

export interface IdsSource {
  readonly key: Key
  readonly name: string
  readonly found: IdsReadWords
  readonly onRemove: () => void
  /** Moves its ids into the text; absent if there are too many. */
  readonly onEdit?: (() => void) | undefined
}

/** In characters. A longer text becomes a source: laying out a million ids in a text field would take half a minute. */
const longestText = 4000

/** Accepts ids in any form: typed, pasted, dropped or in files. The parent component parses them. */
export function IdsField({ text, onTextChange, error, sources, onAdd, children }: IdsFieldProps) {
  const [draggedOver, setDraggedOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useRefusedDrops(field)

  const addFiles = (files: readonly File[]) => {
    for (const file of files) onAdd(file.name, file)
  }

  const receive = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const given = data.getData('text')
    // Spreadsheets put a picture of the copied cells beside their text. Other files have their names as text.
    const files = Array.from(data.files).filter(({ type }) => given === '' || !type.startsWith('image/'))
    if (files.length === 0 && given.length <= longestText) return
    event.preventDefault()
    if (files.length > 0) addFiles(files)
    else onAdd('Pasted list', given)
  }

  /** Whether the browser inserts what is dropped, at the place in the text where it is dropped. */
  const isInserted = ({ target, dataTransfer }: DragEvent) =>
    target === textArea.current && !dataTransfer.types.includes('Files')

  const takeDrop = (event: DragEvent) => {
    setDraggedOver(false)
    receive(event, event.dataTransfer)
    if (event.isDefaultPrevented() || isInserted(event)) return
    event.preventDefault()
    onTextChange([text, event.dataTransfer.getData('text')].filter(Boolean).join('\n'))
  }

  /** The pressed button disappears with its row, so move the focus to the text. */
  const thenToText = (act: () => void) => () => {
    act()
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
        error={error}
        value={text}
        onValueChange={onTextChange}
        onPaste={(event) => receive(event, event.clipboardData)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
      />
      {children}
      {sources.length > 0 ? (
        <ul className={styles.sources} aria-label="Lists of ids">
          {sources.map(({ key, name, found, onRemove, onEdit }) => (
            <li key={key} className={styles.source}>
              <div className={styles.about}>
                <bdi className={styles.name}>{name}</bdi>
                <IdsReadLine {...found} />
              </div>
              {onEdit ? (
                <Button
                  size="s"
                  variant="quiet"
                  onClick={thenToText(onEdit)}
                  aria-label={`Edit ${name} as text`}
                >
                  Edit
                </Button>
              ) : null}
              <IconButton label={`Remove ${name}`} icon={<X />} onClick={thenToText(onRemove)} />
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
