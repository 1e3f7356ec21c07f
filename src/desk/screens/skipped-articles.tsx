import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchText } from '../features/articles/search/use-search-text.ts'
import { LedgerSection } from '../features/skipped-articles/ledger/ledger-section.tsx'
import { ListsSection } from '../features/skipped-articles/lists/lists-section.tsx'
import { lazyPopup } from '../ui/lazy-popup.tsx'
import { listsQuery } from '../worker-client/library-queries.ts'
import { useWorkerApi } from '../worker-client/worker-context.tsx'
import { Page } from '../ui/page.tsx'
import { useAddressParams } from '../ui/use-address.ts'
import styles from './skipped-articles.module.css'

const SkipMoreDialog = lazyPopup(
  async () => (await import('../features/skipped-articles/skip-more-dialog.tsx')).SkipMoreDialog,
)

/**
 * The lists of skipped articles, and the ids of the one that is chosen, with the reason for each. What is shown is kept
 * in the address, so that it is there again after an article has been looked at.
 */
export function SkippedArticlesScreen() {
  const [isAdding, setIsAdding] = useState(false)
  const [params, changeAddress] = useAddressParams()
  const search = useSearchText()
  const { data: lists, isPending } = useQuery(listsQuery(useWorkerApi()))
  const shown = lists?.find(({ id }) => id === params.get('list'))
  const ids = useRef<HTMLDivElement>(null)
  const show = (id: string | undefined) => {
    search.setText('')
    changeAddress((params) => {
      for (const name of Array.from(params.keys())) params.delete(name)
      if (id !== undefined) params.set('list', id)
    }, true)
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
        {/* Below lists that are still being read, it would move; a page of one of them is not one of all ids. */}
        <div ref={ids} className={styles.ids} hidden={isPending}>
          {isPending && params.has('list') ? null : (
            <LedgerSection key={shown?.id} list={shown} search={search} />
          )}
        </div>
      </div>
      {isAdding ? <SkipMoreDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  )
}
