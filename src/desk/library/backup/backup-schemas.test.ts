import { expect, it } from 'vitest'
import { checkRecord } from './backup-schemas.ts'

it('counts an id once that a list made by hand repeats', () => {
  const ids = { numbers: Float64Array.of(7, 3, 7), strings: ['x', 'x'] }
  const record = { kind: 'list', value: { id: 'imported', ids } }
  expect(checkRecord(record)?.value).toEqual({
    id: 'imported',
    ids: { numbers: Float64Array.of(7, 3), strings: ['x'] },
  })
})

it('reads the labels of a mark made by hand as the library has them: each once, in order, or none', () => {
  const labels = ['Wind', 'Energy', 'Wind']
  expect(checkRecord({ kind: 'mark', value: [7, { labels }] })?.value).toEqual([
    7,
    { labels: ['Energy', 'Wind'] },
  ])
  expect(checkRecord({ kind: 'mark', value: [7, { labels: [] }] })?.value).toEqual([7, {}])
})
