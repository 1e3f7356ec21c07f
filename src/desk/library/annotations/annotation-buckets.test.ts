import { expect, it } from 'vitest'
import { editedAnnotation } from './annotation-buckets.ts'

it('adds a label where its name belongs, numbers by their value', () => {
  const labels = ['label 2', 'label 10', 'sun', 'wind']
  expect(editedAnnotation({ labels }, { ids: [1], set: { addLabels: ['label 3'] } }, 0)?.labels).toEqual([
    'label 2',
    'label 3',
    'label 10',
    'sun',
    'wind',
  ])
})
