import { FileUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import type { IdReading } from '../../intake/id-work.ts'
import { useIntake } from '../../intake/intake-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './ids-input.module.css'
import type { IdSource, IdsGiven } from './ids-given.ts'
import { readingWords } from './reading-words.ts'

/** A longer text becomes a source of its own: laying out a million ids in a text field would take half a minute. */
const longestText = 4000

/** The pause in typing after which what was typed is read. */
const pauseMs = 150

/** Ids in whatever form they are at hand: typed, pasted or in files. They are read off the page. */
export function IdsInput({
  given,
  onChange,
}: {
  given: IdsGiven
  onChange: (change: (given: IdsGiven) => IdsGiven) => void
}) {
  const intake = useIntake()
  const chooser = useRef<HTMLInputElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const [draggedOver, setDraggedOver] = useState(false)
  const { text, sources } = given

  useEffect(() => {
    let awaited = true
    const timer = setTimeout(() => {
      void intake.readIds(text).then((typed) => {
        if (awaited) onChange((given) => ({ ...given, typed }))
      })
    }, pauseMs)
    return () => {
      awaited = false
      clearTimeout(timer)
    }
  }, [intake, text, onChange])

  const add = (name: string, source: File | string, kind: IdSource['kind']) => {
    const key = newKey()
    onChange((given) => ({ ...given, sources: [...given.sources, { key, name, kind, reading: undefined }] }))
    const settle = (reading: IdReading) =>
      onChange((given) => ({
        ...given,
        sources: given.sources.map((source) => (source.key === key ? { ...source, reading } : source)),
      }))
    intake.readIds(source).then(settle, () => settle({ problem: `${name} could not be read. Add it again.` }))
  }

  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const files = Array.from(data.files)
    const pasted = data.getData('text')
    if (files.length === 0 && pasted.length <= longestText) return
    event.preventDefault()
    if (files.length === 0) add('Pasted list', pasted, 'pasted')
    for (const file of files) add(file.name, file, 'file')
  }

  const typed = text.trim() === '' || given.typed === undefined ? undefined : readingWords(given.typed)
  return (
    <div
      className={styles.input}
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
        hint={typed ?? 'Paste ids in any form, or drop a file with ids in it: our exports, CSV, JSON, text.'}
        value={text}
        onValueChange={(text) => onChange((given) => ({ ...given, text }))}
        onPaste={(event) => take(event, event.clipboardData)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
      />
      {sources.length > 0 ? (
        <ul className={styles.sources} aria-label="Files and pasted lists">
          {sources.map(({ key, name, reading }) => (
            <li key={key} className={styles.source}>
              <div className={styles.about}>
                <bdi className={styles.name}>{name}</bdi>
                <output className={styles.reading}>{reading ? readingWords(reading) : 'Being read'}</output>
              </div>
              <IconButton
                label={`Remove ${name}`}
                icon={<X />}
                onClick={() => {
                  onChange((given) => ({
                    ...given,
                    sources: given.sources.filter((source) => source.key !== key),
                  }))
                  textArea.current?.focus()
                }}
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
        accept=".txt,.csv,.tsv,.json,.jsonl,text/*,application/json"
        onChange={(event) => {
          for (const file of Array.from(event.target.files ?? [])) add(file.name, file, 'file')
          event.target.value = ''
        }}
      />
      <Button size="s" icon={<FileUp />} className={styles.choose} onClick={() => chooser.current?.click()}>
        Add a file
      </Button>
    </div>
  )
}

let lastKey = 0
const newKey = () => ++lastKey
