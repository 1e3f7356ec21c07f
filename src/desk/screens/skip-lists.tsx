import { lazy, useState } from 'react'
import { LedgerSection } from '../features/skip-lists/ledger/ledger-section.tsx'
import { ListsSection } from '../features/skip-lists/lists/lists-section.tsx'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { Page } from '../ui/page.tsx'
import styles from './sections.module.css'

const SkipMoreDialog = lazy(async () => ({
  default: (await import('../features/skip-lists/skip-more-dialog.tsx')).SkipMoreDialog,
}))

export function SkipListsScreen() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page title="Skip lists" lede="Articles to leave out of future jobs. Choose lists when you create a job.">
      <div className={styles.sections}>
        <ListsSection />
        <LedgerSection onAdd={() => setIsAdding(true)} />
      </div>
      <LazyDialog onGiveUp={() => setIsAdding(false)}>
        {isAdding ? <SkipMoreDialog onClose={() => setIsAdding(false)} /> : null}
      </LazyDialog>
    </Page>
  )
}
