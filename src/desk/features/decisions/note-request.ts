import type { ArticleId } from '../../../contract/ids.ts'
import { areKeysHeld, dropKeysAtPause, holdKeys } from '../../ui/held-keys.ts'

/** The field of the article in the reader. */
let offered: { readonly id: ArticleId; readonly focus: () => void } | undefined

/** The article whose note was asked for before its field was there. */
let asked: { readonly id: ArticleId; readonly release: () => void } | undefined

/**
 * Focuses the note of an article. Until its field is there, keys wait for it: in the note of the article before, what is
 * typed would be lost, and as shortcuts, letters would decide on articles.
 */
export function askForNote(id: ArticleId): void {
  if (offered?.id === id) return offered.focus()
  const release = holdKeys(() => {})
  asked?.release()
  asked = { id, release }
  dropKeysAtPause()
}

/** @returns takes the offer back */
export function offerNote(id: ArticleId, focus: () => void): () => void {
  const offer = { id, focus }
  offered = offer
  if (asked?.id === id && areKeysHeld()) {
    focus()
    asked.release()
    asked = undefined
  }
  return () => {
    if (offered === offer) offered = undefined
  }
}
