import { useEffect, useRef, useState } from 'react'
import { writtenDayWords } from '../../../ui/dates.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { wholeNumber } from '../views/view-address.ts'
import { FilterGroup } from './facet.tsx'
import styles from './range-fields.module.css'

export interface RangeFieldsProps {
  legend: string
  type: 'number' | 'date'
  /** As in the fields; blank for none. */
  from: string
  to: string
  onChange: (ends: { from: string; to: string }) => void
}

/** A half-typed number would briefly narrow the list to nothing. */
const pauseMs = 400

/** A range with both ends included; either may be left out. */
export function RangeFields({ legend, type, from, to, onChange }: RangeFieldsProps) {
  const [typed, setTyped] = useState({ from, to })
  const [given, setGiven] = useState({ from, to })
  const [shown, setShown] = useState({ from, to })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const giveNow = useRef<() => void>(undefined)
  // The sheet may be closed right after the last digit.
  useEffect(() => () => giveNow.current?.(), [])
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to })
    // Cleared, or changed by "back": the props win. The field's own value may come back after a later key.
    if (given.from !== from || given.to !== to) {
      setGiven({ from, to })
      setTyped({ from, to })
    }
  }

  const isUnreadable = (text: string) => type === 'number' && text !== '' && wholeNumber(text) === undefined
  const change = (next: { from: string; to: string }) => {
    setTyped(next)
    clearTimeout(timer.current)
    giveNow.current = undefined
    if (isUnreadable(next.from) || isUnreadable(next.to) || isAbove(next.from, next.to)) return
    giveNow.current = () => {
      clearTimeout(timer.current)
      giveNow.current = undefined
      setGiven(next)
      onChange(next)
    }
    timer.current = setTimeout(giveNow.current, pauseMs)
  }

  const problemOf = (end: 'from' | 'to'): string | undefined => {
    if (isUnreadable(typed[end])) return 'Enter a whole number'
    if (end === 'from' || isUnreadable(typed.from) || !isAbove(typed.from, typed.to)) return undefined
    return type === 'date' ? 'Before the first day' : `Less than ${typed.from}`
  }
  const field = (end: 'from' | 'to', blank: string) => (
    <TextField
      label={`${legend}, ${end}`}
      labelHidden
      type={type}
      min={0}
      inputMode={type === 'number' ? 'numeric' : undefined}
      placeholder={blank}
      shownAs={type === 'date' ? dayWords(typed[end], blank) : undefined}
      value={typed[end]}
      error={problemOf(end)}
      onValueChange={(value) => change({ ...typed, [end]: value })}
    />
  )

  return (
    <FilterGroup legend={legend}>
      <div className={styles.ends}>
        {field('from', 'From')}
        <span aria-hidden="true">–</span>
        {field('to', 'To')}
      </div>
    </FilterGroup>
  )
}

/** The day in a date field in the form of all screens. */
const dayWords = (day: string, blank: string): string => (day === '' ? blank : writtenDayWords(day))

/** Dates in the format of date fields sort as text. */
const isAbove = (from: string, to: string): boolean =>
  from !== '' && to !== '' && (from.includes('-') ? from > to : Number(from) > Number(to))
