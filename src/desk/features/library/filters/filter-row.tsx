import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { ViewSort, ViewSpec } from '../../../library/view/view.ts'
import { Button } from '../../../ui/button.tsx'
import { figure } from '../../../ui/number-words.ts'
import styles from './filter-row.module.css'
import { activeFilters, sortWords } from '../views/view-words.ts'

export interface FilterRowProps {
  spec: ViewSpec
  isSearching: boolean
  /** Articles that belong in the list but arrived after it was drawn. */
  cameSince: number
  onShowWhatCame: () => void
  onChange: (part: Partial<ViewSpec>) => void
  onClear: () => void
  onOpen: () => void
  /** Whether the filters beside the list are folded, where there is room for them. */
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** The sort order and the active filters, each with a button to remove it. */
export function FilterRow({
  spec,
  isSearching,
  onChange,
  onClear,
  onOpen,
  isFolded,
  onFold,
  cameSince,
  onShowWhatCame,
}: FilterRowProps) {
  const filters = activeFilters(spec)
  const open = useRef<HTMLButtonElement>(null)
  const fold = useRef<HTMLButtonElement>(null)
  const foldWords = isFolded ? 'Show filters' : 'Hide filters'

  /** The pressed button disappears, and would take the focus with it. One of the two is hidden and can't take it. */
  function leaveRemoved(): void {
    open.current?.focus()
    fold.current?.focus()
  }

  return (
    <div className={styles.row}>
      {cameSince > 0 ? (
        <Button
          size="s"
          variant="primary"
          onClick={() => {
            leaveRemoved()
            onShowWhatCame()
          }}
        >
          {`Show ${figure(cameSince)} new`}
        </Button>
      ) : null}
      <Button
        ref={open}
        size="s"
        icon={<SlidersHorizontal />}
        className={styles.open}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {filters.length === 0 ? 'Filters' : `Filters (${figure(filters.length)})`}
      </Button>
      <Button
        ref={fold}
        size="s"
        icon={isFolded ? <PanelLeftOpen /> : <PanelLeftClose />}
        className={styles.fold}
        title={foldWords}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      >
        <span>{foldWords}</span>
      </Button>
      <SortSelect sort={spec.sort} isSearching={isSearching} onChange={(sort) => onChange({ sort })} />
      <div className={styles.filters}>
        {filters.map(({ name, words, without }) => (
          <button
            key={name}
            type="button"
            className={styles.filter}
            aria-label={`Remove filter ${words}`}
            onClick={() => {
              leaveRemoved()
              onChange(without)
            }}
          >
            <span className={styles.words} title={words}>
              {words}
            </span>
            <X size={14} strokeWidth={2} />
          </button>
        ))}
      </div>
      {filters.length > 0 ? (
        <Button
          variant="quiet"
          size="s"
          className={styles.clear}
          aria-label="Clear filters"
          onClick={() => {
            leaveRemoved()
            onClear()
          }}
        >
          Clear
        </Button>
      ) : null}
    </div>
  )
}

function SortSelect({
  sort,
  isSearching,
  onChange,
}: {
  sort: ViewSort | undefined
  isSearching: boolean
  onChange: (sort: ViewSort | undefined) => void
}) {
  const sorts = (Object.keys(sortWords) as ViewSort[]).filter((name) => isSearching || name !== 'best')
  const first = isSearching ? 'best' : 'newest'
  return (
    <select
      aria-label="Order"
      className={styles.sort}
      value={sorts.find((name) => name === sort) ?? first}
      onChange={({ target }) => onChange(target.value === first ? undefined : (target.value as ViewSort))}
    >
      {sorts.map((name) => (
        <option key={name} value={name}>
          {sortWords[name]}
        </option>
      ))}
    </select>
  )
}
