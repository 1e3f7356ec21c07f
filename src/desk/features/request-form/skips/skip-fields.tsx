import type { Ref } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { pluralize, figure } from '../../../ui/number-words.ts'
import { ArticleIdsField, type ArticleIdsFieldProps } from '../../../worker-client/article-ids-field.tsx'
import { CheckList } from './check-list.tsx'
import type { FormState } from '../form-state.ts'
import { JobPicker } from './job-picker.tsx'
import type { LedgerPage } from '../../../library/skips/ledger-page.ts'
import { automaticList } from '../../../library/skips/skip-scope.ts'
import styles from './skip-fields.module.css'
import { releasedWords, skipWords } from './skip-words.ts'
import { SkippedOfLibrary } from './skipped-of-library.tsx'
import type { Skipped } from './use-skipped.ts'

export interface SkipFieldsProps {
  form: FormState
  skipped: Skipped
  reading: ArticleIdsFieldProps['reading']
  onReading: ArticleIdsFieldProps['onReading']
  onChange: (change: (form: FormState) => FormState) => void
  ref?: Ref<HTMLFieldSetElement>
}

/** The sources of ids to skip; an id named by several counts once. */
export function SkipFields({ form, skipped, reading, onReading, onChange, ref }: SkipFieldsProps) {
  const { ledger, allJobs, jobs, lists, typed, total } = skipped
  const set = (part: Partial<FormState>) => onChange((form) => ({ ...form, ...part }))
  return (
    <fieldset ref={ref} tabIndex={-1} className={styles.group} data-reading={!lists || undefined}>
      <legend className={styles.legend}>Skipped articles</legend>
      <Checkbox
        label={automaticList}
        hint={ledger ? holding(ledger, form.skipEverything) : '\u00A0'}
        checked={form.skipEverything}
        onCheckedChange={(skipEverything) => set({ skipEverything })}
      />
      {/* If everything is skipped, there is nothing left to choose from the library. */}
      {form.skipEverything ? null : <SkippedOfLibrary form={form} jobs={allJobs} onChange={set} />}
      {lists && lists.length > 0 ? (
        <CheckList
          label="Your lists"
          items={lists.map(({ id, name, count }) => ({ key: id, name, hint: pluralize(count, 'id') }))}
          chosen={form.skipLists}
          onChange={(skipLists) => set({ skipLists })}
        />
      ) : null}
      {jobs.length > 0 && !form.skipEverything ? (
        <JobPicker jobs={jobs} chosen={form.skipJobs} onChange={(skipJobs) => set({ skipJobs })} />
      ) : null}
      <ArticleIdsField
        idText={form.idText}
        idLists={form.idLists}
        typed={typed}
        reading={reading}
        onReading={onReading}
        onChange={(change) => onChange((form) => ({ ...form, ...change(form) }))}
      />
      <output className={styles.total}>
        <bdi>{total ? skipWords(total) : '\u00A0'}</bdi>
        <span className={styles.released}>{total ? releasedWords(total) : ''}</span>
      </output>
    </fieldset>
  )
}

/** On one line either way, so that nothing moves. Not chosen, it says what that means: it is easily overlooked. */
function holding({ skippedCount, total }: LedgerPage, isChosen: boolean): string {
  if (total === 0) return 'None yet; updated automatically'
  const releasedCount = total - skippedCount
  const without = releasedCount > 0 ? ` (${figure(releasedCount)} more no longer skipped)` : ''
  const ids = pluralize(skippedCount, 'id')
  return isChosen ? `${ids}${without}, updated automatically` : `${ids}; their articles may come again`
}
