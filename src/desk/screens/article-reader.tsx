import ALargeSmall from 'lucide-react/icons/a-large-small'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { use, useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListHandle } from '../features/articles/list/list-handle.ts'
import type { Neighbours } from '../features/articles/list/use-neighbours.ts'
import { DecisionButtons } from '../features/decisions/decision-buttons.tsx'
import { RejectionReasons } from '../features/decisions/rejection-reasons.tsx'
import { shownCategory } from '../features/jobs/request-words.ts'
import { ArticleLabels } from '../features/labels/article-labels.tsx'
import { NoteField } from '../features/decisions/note-field.tsx'
import { useDecisions } from '../features/decisions/use-decisions.ts'
import { useDevicePreferences } from '../features/preferences/device-preferences.ts'
import { readingStyle } from '../features/preferences/reading-look.ts'
import { Reader } from '../features/reader/reader.tsx'
import type { LibraryArticle } from '../library/records.ts'
import { searchParam } from '../paths.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { ariaKeys } from '../ui/shortcuts.ts'
import styles from './article-reader.module.css'
import { FocusModeContext } from './split-screen.tsx'
import { useHighlighting } from './use-highlighting.ts'

export interface ArticleReaderProps {
  article: LibraryArticle
  listTitle: string
  neighbours: Neighbours
  listHandle: ListHandle
  keywords: readonly string[] | undefined
  category: string | undefined
  /** Links to the jobs it came in. */
  jobs: ReactNode
}

const ReadingDialog = lazyPopup(
  async () => (await import('../features/preferences/reading-dialog.tsx')).ReadingDialog,
)
const ArticleNotes = lazyPart(async () => (await import('./article-notes.tsx')).ArticleNotes)

/** The reader with everything that can be done with an article; opening it marks it as read. */
export function ArticleReader({ article, listTitle, neighbours, listHandle, ...about }: ArticleReaderProps) {
  const { id } = article
  const [params] = useSearchParams()
  const highlighting = useHighlighting(about.keywords, (params.get(searchParam) ?? '').trim())
  const { markOpened, rejectFor, setLabels } = useDecisions()
  const { reading } = useDevicePreferences()
  useEffect(() => markOpened(id), [markOpened, id])
  return (
    <Reader
      key={`${typeof id} ${id}`}
      {...{ article, listTitle, highlighting }}
      {...neighbours}
      facts={
        <>
          {about.category ? <bdi>{shownCategory(about.category)}</bdi> : null}
          {about.jobs}
        </>
      }
      look={readingStyle(reading)}
      tools={<ReadingTools />}
      decisions={<DecisionButtons id={id} onDecide={listHandle.decide} />}
      notes={
        <>
          <RejectionReasons id={id} onChoose={rejectFor} />
          <ArticleLabels id={id} onLabel={setLabels} />
          <ArticleNotes id={id} />
          <NoteField id={id} />
        </>
      }
    />
  )
}

/** Reading settings and focus mode. */
function ReadingTools() {
  const { isFocused, toggle } = use(FocusModeContext)
  const [isSetting, setSetting] = useState(false)
  return (
    <>
      <IconButton
        label="Reading settings"
        icon={<ALargeSmall />}
        aria-haspopup="dialog"
        onClick={() => setSetting(true)}
      />
      <IconButton
        className={styles.focus ?? ''}
        label="Focus mode"
        icon={<Maximize2 />}
        aria-pressed={isFocused}
        aria-keyshortcuts={ariaKeys('focus-mode')}
        onClick={toggle}
      />
      {isSetting ? <ReadingDialog onClose={() => setSetting(false)} /> : null}
    </>
  )
}
