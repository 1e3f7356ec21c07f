import { figure } from '../../ui/number-words.ts'

/** Which articles of a list to export. */
export interface ExportScope {
  readonly kind: 'selected' | 'matching' | 'kept' | 'everything'
  readonly count: number
  readonly positions: readonly number[] | 'all'
  /** A description, if the kind does not say enough: "kept, “solar”". */
  readonly words?: string | undefined
}

/** The label of a scope with its count: "Kept (3)", or "These 12: kept, “solar”". */
export function scopeLabel({ kind, count, words }: ExportScope, everythingLabel: string): string {
  if (kind === 'matching' && words) return `These ${figure(count)}: ${words}`
  return `${kind === 'everything' ? everythingLabel : labels[kind]} (${figure(count)})`
}

const labels = {
  selected: 'Selected',
  matching: 'These',
  kept: 'Kept',
}

/** What a scope adds to a file name; nothing for everything. */
export const scopePart = ({ kind }: ExportScope): readonly string[] =>
  parts[kind] === undefined ? [] : [parts[kind]]

const parts: Partial<Record<ExportScope['kind'], string>> = {
  selected: 'selected',
  matching: 'filtered',
  kept: 'kept',
}
