import { useMemo, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useArticleCache } from '../../worker-client/worker-context.tsx'
import type { ArticleCache } from '../../worker-client/article-cache.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { useBeforeLeaving, useHasUnmounted } from '../../ui/use-before-leaving.ts'

/**
 * Long enough not to write on every letter, short enough to lose little in a crash. Counted from the first unsaved letter:
 * typing without a pause is saved too, and a crashed tab loses no more than this.
 */
const saveAfterMs = 600

export interface NoteSaving {
  readonly state: 'none' | 'saved' | 'failed'
  readonly type: (note: string) => void
  /**
   * Saves what has been typed and ends the undo step: what is typed later is another one.
   *
   * @returns whether everything is saved
   */
  readonly flush: () => Promise<boolean>
}

/**
 * Saves a note while it is typed, and the rest when the field, the article or the page is left. All that is typed
 * until then is one undo step: only the first save is logged, with the note as it was before.
 */
export function useNoteSaving(id: ArticleId): NoteSaving {
  const articles = useArticleCache()
  const toast = useToast()
  const [state, setState] = useState<NoteSaving['state']>('none')
  const hasUnmounted = useHasUnmounted()
  const saver = useMemo(
    () =>
      createSaver(articles, id, setState, (note) => {
        if (!hasUnmounted.current) return
        const copy = async () => {
          if (await copyText({ text: note })) toast({ message: 'Copied the note' })
          else toast({ message: 'Not copied: the browser does not allow it here.', action })
        }
        const action = { label: 'Copy note', onAction: () => void copy() }
        toast({ message: 'A note was not saved. Copy it, then reload the page.', action })
      }),
    [articles, id, toast, hasUnmounted],
  )

  useBeforeLeaving(saver.save)

  return { state, type: saver.type, flush: saver.flush }
}

function createSaver(
  articles: ArticleCache,
  id: ArticleId,
  onState: (state: NoteSaving['state']) => void,
  onFailure: (note: string) => void,
): Omit<NoteSaving, 'state'> & { readonly save: () => void } {
  let waiting: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLogged = false
  let lastSaved: string | undefined
  let latest = Promise.resolve(true)

  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === undefined) return
    const note = waiting
    // What another tab has written in between would be lost for good if no undo step held it.
    const isOwn = isLogged && articles.annotation(id)?.note === lastSaved
    const action = isOwn ? undefined : ({ kind: 'note' } as const)
    const saving = articles.edit([{ ids: [id], set: { note } }], action).then(
      () => true,
      () => false,
    )
    waiting = undefined
    isLogged = true
    lastSaved = articles.annotation(id)?.note
    latest = saving
    void saving.then((isSaved) => {
      if (!isSaved) {
        onState('failed')
        onFailure(note)
        // Tried again when the field or the page is left, unless more was typed and saved since.
        if (latest === saving) waiting ??= note
        if (action) isLogged = false
      } else if (waiting === undefined) onState('saved')
    })
  }
  return {
    save,
    type(note: string): void {
      waiting = note
      onState('none')
      timer ??= setTimeout(save, saveAfterMs)
    },
    flush(): Promise<boolean> {
      save()
      isLogged = false
      return latest
    },
  }
}
