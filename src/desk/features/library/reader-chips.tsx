import { useParams } from 'react-router-dom'
import Copy from 'lucide-react/icons/copy'
import History from 'lucide-react/icons/rotate-ccw-clock'
import type { DuplicateNote, LibraryEntry } from '../../library/view/view.ts'
import { Button } from '../../ui/button.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { duplicateWords, qualityHere } from './article-chips.tsx'
import { qualityWords } from './quality-words.ts'
import styles from './reader-chips.module.css'

export interface ReaderChipsProps {
  entry: LibraryEntry
  duplicate: DuplicateNote | undefined
  onVersions: () => void
  onDuplicates: () => void
}

/** Findings about the article in the reader; its other versions and its near-duplicates are a click away. */
export function ReaderChips({ entry, duplicate, onVersions, onDuplicates }: ReaderChipsProps) {
  const { versionCount } = entry
  const { jobId } = useParams()
  return (
    <div className={styles.chips}>
      {versionCount > 1 ? (
        <Button size="s" icon={<History />} aria-haspopup="dialog" onClick={onVersions}>
          {pluralize(versionCount, 'version')}
        </Button>
      ) : null}
      {duplicate ? (
        <Button
          size="s"
          className={styles.duplicate}
          icon={<Copy />}
          aria-haspopup="dialog"
          onClick={onDuplicates}
        >
          <bdi>{duplicateWords(duplicate)}</bdi>
        </Button>
      ) : null}
      {qualityHere(entry, jobId).map((name) => (
        <span key={name} className={styles.chip}>
          {qualityWords[name]}
        </span>
      ))}
    </div>
  )
}
