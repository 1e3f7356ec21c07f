import { expect, it } from 'vitest'
import type { ExportScope } from './export-source.ts'
import { scopeLabel, scopePart } from './scope-words.ts'

it.each<[ExportScope, string, string[]]>([
  [{ kind: 'selected', count: 1 }, 'Selected (1)', ['selected']],
  [{ kind: 'matching', count: 1200, words: 'kept, “solar”' }, 'These 1,200: kept, “solar”', ['filtered']],
  [{ kind: 'kept', count: 3 }, 'Kept (3)', ['kept']],
  [{ kind: 'job', count: 12 }, 'This job (12)', []],
  [{ kind: 'everything', count: 72 }, 'Everything (72)', []],
])('%j reads "%s"', (scope, label, part) => {
  expect(scopeLabel(scope)).toBe(label)
  expect(scopePart(scope)).toEqual(part)
})
