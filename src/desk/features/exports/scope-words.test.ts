import { expect, it } from 'vitest'
import { scopeLabel, scopePart, type ExportScope } from './scope-words.ts'

it.each<[Omit<ExportScope, 'positions'>, string, string[]]>([
  [{ kind: 'selected', count: 1 }, 'Selected (1)', ['selected']],
  [{ kind: 'matching', count: 1200, words: 'kept, “solar”' }, 'These 1,200: kept, “solar”', ['filtered']],
  [{ kind: 'kept', count: 3 }, 'Kept (3)', ['kept']],
  [{ kind: 'everything', count: 12 }, 'This job (12)', []],
])('%j reads "%s"', (given, label, part) => {
  const scope: ExportScope = { ...given, positions: 'all' }
  expect(scopeLabel(scope, 'This job')).toBe(label)
  expect(scopePart(scope)).toEqual(part)
})
