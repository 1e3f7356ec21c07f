import { useQuery } from '@tanstack/react-query'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { fromDevice, libraryKeys } from '../../worker-client/library-queries.ts'
import { Section } from '../../ui/section.tsx'
import styles from './keep-rate-section.module.css'
import { RateTable } from './rate-table.tsx'
import { decidedWords } from './rate-words.ts'

/**
 * Which keywords and categories brought articles that were kept, of those decided; before the first decision, what will
 * be here.
 */
export function KeepRateSection() {
  const library = useLibrary()
  const { data: rates } = useQuery({
    ...fromDevice,
    queryKey: [...libraryKeys.views(library.name), 'keep-rates'],
    queryFn: () => library.keepRates(),
  })
  if (!rates) return null
  return (
    <Section title="Kept, by keyword and category">
      <p className={styles.words}>{decidedWords(rates)}</p>
      <div className={styles.tables}>
        {rates.decided > 0 && rates.keywords === undefined ? (
          <p>Checking which keywords the articles contain.</p>
        ) : null}
        {rates.keywords?.length ? <RateTable of="Keyword" rates={rates.keywords} /> : null}
        {rates.categories.length > 0 ? <RateTable of="Category" rates={rates.categories} /> : null}
      </div>
    </Section>
  )
}
