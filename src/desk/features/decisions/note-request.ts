import type { ArticleId } from '../../../contract/ids.ts'
import { captureTyping, withKey } from '../../ui/lazy-popup.tsx'

/** The field of the article in the reader. */
let offered: { readonly id: ArticleId; readonly take: (typed: string) => void } | undefined

/** The article whose note was asked for before its field was there. */
let asked: { readonly id: ArticleId; typed: string; readonly end: () => void } | undefined

/**
 * Focuses the note of an article. Until its field is there, what is typed is kept for it: in the note of the article
 * before, it would be lost, and as shortcuts, letters would decide on articles.
 */
export function askForNote(id: ArticleId): void {
  if (offered?.id === id) return offered.take('')
  asked?.end()
  const end = captureTyping((key) => {
    if (key === 'Escape') asked = undefined
    else if (asked) asked.typed = withKey(asked.typed, key)
  })
  asked = { id, typed: '', end }
}

/**
 * @param take focuses the field and adds what has been typed
 * @returns takes the offer back
 */
export function offerNote(id: ArticleId, take: (typed: string) => void): () => void {
  const offer = { id, take }
  offered = offer
  if (asked?.id === id) {
    asked.end()
    take(asked.typed)
    asked = undefined
  }
  return () => {
    if (offered === offer) offered = undefined
  }
}
