import { figure } from '../../ui/counted.ts'
import type { ExportScope } from './export-source.ts'

/** The label of a scope with its count: "Kept (3)", or "These 12: kept, “solar”". */
export function scopeLabel({ kind, count, words }: ExportScope): string {
  if (kind === 'matching' && words) return `These ${figure(count)}: ${words}`
  return `${labels[kind]} (${figure(count)})`
}

const labels: Readonly<Record<ExportScope['kind'], string>> = {
  selected: 'Selected',
  matching: 'These',
  kept: 'Kept',
  job: 'This job',
  everything: 'Everything',
}

/** What a scope adds to a file name; nothing for everything. */
export const scopePart = ({ kind }: ExportScope): readonly string[] =>
  parts[kind] === undefined ? [] : [parts[kind]]

const parts: Partial<Record<ExportScope['kind'], string>> = {
  selected: 'selected',
  matching: 'filtered',
  kept: 'kept',
}
