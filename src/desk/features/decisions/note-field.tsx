import { useId, useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { ariaKeys } from '../../ui/shortcuts.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useAnnotation } from '../../worker-client/worker-context.tsx'
import styles from './note-field.module.css'
import { useNoteSaving } from './use-note-saving.ts'

/** The editor's note on an article. Needs a `key`, so that every article has its own state. */
export function NoteField({ id }: { id: ArticleId }) {
  const annotation = useAnnotation(id)
  const saved = annotation?.note ?? ''
  const [typed, setTyped] = useState<string>()
  const { state, type, flush } = useNoteSaving(id)
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut(
    'note',
    (event) => {
      // The key itself is not part of the note.
      event?.preventDefault()
      field.current?.focus()
    },
    { enabled: annotation !== undefined },
  )
  // Until something is typed, the field follows the library: it shows an undo or a change in another tab.
  const text = typed ?? saved

  return (
    <div className={styles.note} data-empty={text === '' || undefined}>
      <label htmlFor={fieldId} className={styles.label}>
        Note
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className={styles.field}
        aria-keyshortcuts={ariaKeys('note')}
        dir="auto"
        rows={1}
        placeholder="Add a note"
        disabled={annotation === undefined}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value)
          type(event.target.value)
        }}
        onBlur={() =>
          // More may have been typed by then.
          void flush().then((isSaved) => isSaved && setTyped((typed) => (typed === text ? undefined : typed)))
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposingKey(event)) return
          event.preventDefault()
          // The focus returns to the article; with no focus, the next Tab would start at the top of the page.
          event.currentTarget.closest('article')?.querySelector<HTMLElement>('h2')?.focus()
        }}
      />
      <output className={styles.state}>
        {state === 'saved' ? 'Saved' : state === 'failed' ? 'Not saved: reload the page' : ''}
      </output>
    </div>
  )
}
