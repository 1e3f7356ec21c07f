import { countIds } from '../../../contract/ids.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { counted } from '../../ui/counted.ts'
import { ArticleIdsField } from './article-ids-field.tsx'
import type { FormState } from './form-state.ts'
import { JobPicker } from './job-picker.tsx'
import styles from './skip-fields.module.css'
import type { Skipped } from './use-skipped.ts'

export interface SkipFieldsProps {
  form: FormState
  skipped: Skipped
  onChange: (change: (form: FormState) => FormState) => void
}

/** Where ids to skip come from, one below the other; each id counts once, whichever names it. */
export function SkipFields({ form, skipped, onChange }: SkipFieldsProps) {
  const { everything, jobs, typed, ids } = skipped
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Articles to skip</legend>
      <Checkbox
        label="Everything in my library"
        hint={everything ? holding(countIds(everything)) : '\u00A0'}
        checked={form.skipEverything}
        onCheckedChange={(skipEverything) => onChange((form) => ({ ...form, skipEverything }))}
      />
      {/* With everything skipped there is nothing left to choose. */}
      {jobs.length > 0 && !form.skipEverything ? (
        <JobPicker
          jobs={jobs}
          chosen={form.skipJobs}
          onChange={(skipJobs) => onChange((form) => ({ ...form, skipJobs }))}
        />
      ) : null}
      <ArticleIdsField
        idText={form.idText}
        idLists={form.idLists}
        typed={typed}
        onChange={(change) => onChange((form) => ({ ...form, ...change(form) }))}
      />
      <output className={styles.total}>
        {capitalized(counted(countIds(ids), 'article'))} will be skipped
      </output>
    </fieldset>
  )
}

const holding = (count: number): string => (count === 0 ? 'No articles yet' : counted(count, 'article'))

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
