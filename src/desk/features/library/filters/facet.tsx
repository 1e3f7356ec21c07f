import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { figure } from '../../../ui/number-words.ts'
import { keepRowFocus } from '../../../ui/row-focus.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './facet.module.css'

export interface FacetOption {
  readonly value: string
  readonly label: string
  /** How many articles it would leave; undefined while they are being counted. */
  readonly count: number | undefined
}

export interface FacetProps {
  legend: string
  options: readonly FacetOption[]
  chosen: readonly string[]
  /** Whether more choices may appear. */
  isChecking?: boolean
  /** Selects the choice, or deselects it. */
  onToggle: (value: string) => void
}

/** Choices shown before "more" is pressed. */
const firstOptions = 8

/** The choices of one filter, each with the number of articles it would leave; those that leave none are omitted. */
export function Facet({ legend, options, chosen, isChecking = false, onToggle }: FacetProps) {
  const [isOpen, setOpen] = useState(false)
  const useful = options.filter(({ value, count }) => count !== 0 || chosen.includes(value))
  const shown = isOpen
    ? useful
    : useful.filter(({ value }, index) => index < firstOptions || chosen.includes(value))
  if (useful.length === 0 && !isChecking) return null
  const showAll = ({ currentTarget: { parentElement } }: MouseEvent) => {
    flushSync(() => setOpen(true))
    parentElement?.querySelectorAll('button')[firstOptions]?.focus()
  }
  return (
    <FilterGroup legend={legend}>
      <div ref={keepRowFocus} className={styles.options}>
        {shown.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            className={styles.option}
            aria-pressed={chosen.includes(value)}
            onClick={() => onToggle(value)}
          >
            <span className={styles.label} title={label}>
              {label}
            </span>{' '}
            {count === undefined ? (
              <span className={styles.count}>checking</span>
            ) : (
              <>
                <span className={styles.count}>{figure(count)}</span>{' '}
                <VisuallyHidden>{count === 1 ? 'article' : 'articles'}</VisuallyHidden>
              </>
            )}
          </button>
        ))}
        {isChecking ? <p className={styles.checking}>checking</p> : null}
        {useful.length > shown.length ? (
          <button type="button" className={styles.more} onClick={showAll}>
            {`Show all ${figure(useful.length)}`}
          </button>
        ) : null}
      </div>
    </FilterGroup>
  )
}

/** A filter's name with its controls beside it, or below if there is no room. */
export function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.facet}>
      <p id={id} className={styles.legend}>
        {legend}
      </p>
      {children}
    </div>
  )
}
