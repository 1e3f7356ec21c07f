import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LedgerSection } from '../features/skipped-articles/ledger/ledger-section.tsx'
import { ListsSection } from '../features/skipped-articles/lists/lists-section.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { listsQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { Page } from '../ui/page.tsx'
import styles from './skipped-articles.module.css'

const SkipMoreDialog = lazyPopup(
  async () => (await import('../features/skipped-articles/skip-more-dialog.tsx')).SkipMoreDialog,
)

/** The lists of skipped articles, and the ids of the one that is chosen, with the reason for each. */
export function SkippedArticlesScreen() {
  const [isAdding, setIsAdding] = useState(false)
  const [shownId, setShownId] = useState<string>()
  const { data: lists, isPending } = useQuery(listsQuery(useWorkerApi()))
  const shown = lists?.find(({ id }) => id === shownId)
  const ids = useRef<HTMLDivElement>(null)
  const show = (id: string | undefined) => {
    setShownId(id)
    // Where the ids are below the lists, they would change out of sight.
    const top = ids.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2) ids.current?.scrollIntoView()
  }
  return (
    <Page
      title="Skipped articles"
      lede={
        <p className={styles.lede}>
          Choose lists under “New job”, so that the articles on them don't come again.
        </p>
      }
    >
      <div className={styles.sections}>
        <ListsSection shown={shown} onShow={show} onAdd={() => setIsAdding(true)} />
        {/* Below lists that are still being read, it would move. */}
        <div ref={ids} className={styles.ids} hidden={isPending}>
          <LedgerSection key={shown?.id} list={shown} />
        </div>
      </div>
      {isAdding ? <SkipMoreDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  )
}
