import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useIntake } from '../../../intake/intake-context.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { CategorySuggestionsProps } from './category-suggestions.tsx'
import { categoriesQuery } from '../request-queries.ts'

const field = { label: 'Category', hint: 'Leave blank for any category.' }

/** Free text. Where earlier jobs had categories they are suggested, by a component that is loaded only then. */
export function CategoryField({ value, onValueChange, error }: Omit<CategorySuggestionsProps, 'categories'>) {
  const { data: categories = [] } = useQuery(categoriesQuery(useIntake()))
  const plain = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<CategorySuggestionsProps>>()
  const any = categories.length > 0

  useEffect(() => {
    if (!any) return undefined
    const waiting = new AbortController()
    void import('./category-suggestions.tsx').then(({ CategorySuggestions }) => {
      if (waiting.signal.aborted) return
      // To replace a field that is being written in would take the focus out of the editor's hands.
      const replace = () => setSuggestions(() => CategorySuggestions)
      if (document.activeElement !== plain.current) replace()
      else plain.current?.addEventListener('blur', replace, { once: true, signal: waiting.signal })
    })
    return () => waiting.abort()
  }, [any])

  if (Suggestions && any) return <Suggestions {...field} {...{ value, onValueChange, error, categories }} />
  return <TextField {...field} {...{ value, onValueChange, error }} ref={plain} autoComplete="off" />
}
