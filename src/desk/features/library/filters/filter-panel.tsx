import { decisions } from '../../../library/annotations/decision-codes.ts'
import { sameName } from '../../../library/compare-names.ts'
import type { JobRecord } from '../../../library/records.ts'
import type { FacetCount, Facets, ViewSpec } from '../../../library/view/view.ts'
import { localDay } from '../../../files/local-day.ts'
import { startOfDay } from './days.ts'
import { Facet, type FacetOption } from './facet.tsx'
import styles from './filter-panel.module.css'
import { qualityWords } from '../quality-words.ts'
import { RangeFields } from './range-fields.tsx'
import { wholeNumber } from '../views/view-address.ts'
import { decisionWords, jobWords } from '../views/view-words.ts'

export interface FilterPanelProps {
  spec: ViewSpec
  facets: Facets
  jobs: readonly JobRecord[] | undefined
  onChange: (part: Partial<ViewSpec>) => void
}

const choices = ['none', ...decisions] as const

/** All filters of the library, with the count each choice would leave. A choice takes effect at once. */
export function FilterPanel({ spec, facets, jobs, onChange }: FilterPanelProps) {
  const single = (name: 'reason' | 'job' | 'chain' | 'category' | 'keyword') => ({
    chosen: spec[name] === undefined ? [] : [spec[name]],
    onToggle: (value: string) => onChange({ [name]: spec[name] === value ? undefined : value }),
  })
  const either = (name: 'read' | 'exported' | 'duplicated' | 'versioned' | 'noted') => ({
    chosen: spec[name] === undefined ? [] : [spec[name] ? 'yes' : 'no'],
    onToggle: (value: string) =>
      onChange({ [name]: spec[name] === (value === 'yes') ? undefined : value === 'yes' }),
  })
  return (
    <div className={styles.panel}>
      <Facet
        legend="Decision"
        options={choices.map((value) => ({
          value,
          label: decisionWords[value],
          count: facets.decisions[value],
        }))}
        chosen={spec.decisions ?? []}
        onToggle={(value) => onChange({ decisions: toggled(choices, spec.decisions, value) })}
      />
      <Facet
        legend="Reason for rejecting"
        options={withChosen(facets.reasons, spec.reason)}
        {...single('reason')}
      />
      <Facet
        legend="Labels"
        options={withChosen(facets.labels, spec.labels)}
        chosen={spec.labels ?? []}
        onToggle={(value) =>
          onChange({
            labels: toggled([...new Set([...(spec.labels ?? []), value])], spec.labels, value),
          })
        }
      />
      <Facet
        legend="Reading"
        options={[
          { value: 'no', label: 'Unread', count: facets.unread },
          { value: 'yes', label: 'Read', count: facets.read },
        ]}
        {...either('read')}
      />
      <Facet
        legend="Category"
        options={withChosen(facets.categories, spec.category, undefined, sameName)}
        {...single('category')}
      />
      <Facet
        legend="Keyword"
        options={withChosen(facets.keywords, spec.keyword, undefined, sameName)}
        isChecking={!facets.keywords}
        {...single('keyword')}
      />
      <Facet
        legend="Job"
        options={withChosen(facets.jobs, spec.job, (key) => jobWords(key, jobs))}
        {...single('job')}
      />
      <Facet
        legend="Chain of jobs"
        options={withChosen(facets.chains, spec.chain, (key) => `From ${jobWords(key, jobs)}`)}
        {...single('chain')}
      />
      <Facet
        legend="Quality"
        options={withChosen(
          // Length has its own filter, in which the editor says what is short.
          facets.quality?.filter(({ value }) => value !== 'short'),
          spec.quality,
          (value) => qualityWords[value as keyof typeof qualityWords],
        )}
        isChecking={!facets.quality}
        chosen={spec.quality ?? []}
        onToggle={(value) =>
          onChange({
            quality: toggled(Object.keys(qualityWords), spec.quality, value) as ViewSpec['quality'],
          })
        }
      />
      <RangeFields
        legend="Words"
        type="number"
        from={textOf(spec.words?.from)}
        to={textOf(spec.words?.to)}
        onChange={({ from, to }) => onChange({ words: ends(wholeNumber(from), wholeNumber(to)) })}
      />
      <RangeFields
        legend="Collected"
        type="date"
        from={spec.collected?.from === undefined ? '' : localDay(spec.collected.from)}
        to={spec.collected?.to === undefined ? '' : localDay(spec.collected.to - 1)}
        onChange={({ from, to }) => onChange({ collected: ends(startOfDay(from), startOfDay(to, 1)) })}
      />
      <Facet
        legend="Export"
        options={[
          { value: 'no', label: 'Not exported', count: facets.notExported },
          { value: 'yes', label: 'Exported', count: facets.exported },
        ]}
        {...either('exported')}
      />
      <Facet
        legend="Near-duplicates"
        options={[{ value: 'yes', label: 'Has near-duplicates', count: facets.duplicated }]}
        {...either('duplicated')}
      />
      <Facet
        legend="Versions"
        options={[{ value: 'yes', label: 'Has several versions', count: facets.versioned }]}
        {...either('versioned')}
      />
      <Facet
        legend="Notes"
        options={[{ value: 'yes', label: 'With a note', count: facets.noted }]}
        {...either('noted')}
      />
    </div>
  )
}

/** Chosen values stay in the list, so that they can be deselected even if no article has them any more. */
function withChosen(
  counts: readonly FacetCount[] | undefined,
  chosen: string | readonly string[] = [],
  label: (value: string) => string = (value) => value,
  isSame: (one: string, other: string) => boolean = Object.is,
): FacetOption[] {
  const missing = [chosen].flat().filter((value) => !counts?.some((option) => isSame(option.value, value)))
  const ofMissing = counts ? 0 : undefined
  return [...(counts ?? []), ...missing.map((value) => ({ value, count: ofMissing }))].map(
    ({ value, count }) => ({
      value: [chosen].flat().find((other) => isSame(value, other)) ?? value,
      label: label(value),
      count,
    }),
  )
}

/** In the order of `all`; undefined rather than empty. */
function toggled<T extends string>(
  all: readonly T[],
  chosen: readonly T[] | undefined,
  value: string,
): T[] | undefined {
  const next = all.filter((name) => (name === value) !== (chosen?.includes(name) ?? false))
  return next.length > 0 ? next : undefined
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))

const ends = (from: number | undefined, to: number | undefined) =>
  from === undefined && to === undefined ? undefined : { from, to }
