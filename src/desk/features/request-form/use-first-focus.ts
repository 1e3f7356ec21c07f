import { useEffect, useRef, type RefObject } from 'react'
import type { FormPart } from './load-start.ts'

/** Takes an editor to the part of the form that the way here promised; else the focus stays with the heading. */
export function useFirstFocus(part: FormPart | undefined): {
  readonly keywords: RefObject<HTMLInputElement | null>
  readonly skip: RefObject<HTMLFieldSetElement | null>
} {
  const keywords = useRef<HTMLInputElement>(null)
  const skip = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (part === 'keywords') keywords.current?.focus()
    if (part !== 'skip') return
    skip.current?.scrollIntoView()
    skip.current?.focus({ preventScroll: true })
  }, [part])
  return { keywords, skip }
}
