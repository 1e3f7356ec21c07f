import type { CSSProperties } from 'react'
import type { ReadingLook } from './device-preferences.ts'

const faces: Readonly<Record<ReadingLook['face'], string>> = {
  serif: 'var(--font-read)',
  sans: 'var(--font-ui)',
  legible: 'var(--font-legible)',
}
const sizes: Readonly<Record<ReadingLook['size'], string>> = {
  small: '1.0625rem',
  normal: 'var(--text-read)',
  large: '1.375rem',
  huge: '1.75rem',
}
const widths: Readonly<Record<ReadingLook['width'], string>> = {
  narrow: '48ch',
  normal: 'var(--measure)',
  wide: '78ch',
}
const lines: Readonly<Record<ReadingLook['lines'], number>> = { tight: 1.45, normal: 1.6, loose: 1.9 }

/** Custom properties for the reader's style sheet. */
export const readingStyle = (look: ReadingLook): CSSProperties =>
  ({
    '--article-face': faces[look.face],
    '--article-size': sizes[look.size],
    '--article-width': widths[look.width],
    '--article-lines': lines[look.lines],
  }) as CSSProperties
