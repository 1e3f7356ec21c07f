import { expect, it } from 'vitest'
import { editedAnnotation } from './annotation-buckets.ts'

it('labels ten thousand articles without blocking the page', () => {
  const labels = ['label 2', 'label 10', 'sun', 'wind']
  const ids = Array.from({ length: 10_000 }, (_, index) => index)
  const began = process.cpuUsage()
  const edited = ids.map(() => editedAnnotation({ labels }, { ids, set: { addLabels: ['label 3'] } }, 0))
  const { user, system } = process.cpuUsage(began)
  expect(edited.at(-1)?.labels).toEqual(['label 2', 'label 3', 'label 10', 'sun', 'wind'])
  expect((user + system) / 1000).toBeLessThan(300)
})
