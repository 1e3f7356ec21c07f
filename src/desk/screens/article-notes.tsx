import type { ArticleId } from '../../contract/ids.ts'
import { ReaderChips } from '../features/library/reader-chips.tsx'
import { useEntry } from '../intake/intake-context.tsx'

/** What the library knows of the article that is read, and what can be compared with it. */
export function ArticleNotes({ id }: { id: ArticleId }) {
  const entry = useEntry(id)
  return entry ? <ReaderChips entry={entry} /> : null
}
