import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { ariaKeys } from '../../ui/shortcuts.ts'
import { isDialogOpen } from '../../ui/use-shortcut.ts'
import { useAnnotation } from '../../worker-client/worker-context.tsx'
import styles from './note-field.module.css'
import { offerNote } from './note-request.ts'
import { useNoteSaving } from './use-note-saving.ts'

/** The editor's note on an article. Needs a `key`, so that every article has its own state. */
export function NoteField({ id }: { id: ArticleId }) {
  const annotation = useAnnotation(id)
  const saved = annotation?.note ?? ''
  const [typed, setTyped] = useState<string>()
  const { state, type, flush } = useNoteSaving(id)
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // Until something is typed, the field follows the library: it shows an undo or a change in another tab.
  const text = typed ?? saved
  const change = (note: string) => {
    setTyped(note)
    type(note)
  }
  const isRead = annotation !== undefined
  // A layout effect, so that no key comes between the drawing of the field and its focus.
  useLayoutEffect(
    () => (isRead ? offerNote(id, () => isDialogOpen() || field.current?.focus()) : undefined),
    [id, isRead],
  )

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
        disabled={!isRead}
        value={text}
        onChange={(event) => change(event.target.value)}
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
