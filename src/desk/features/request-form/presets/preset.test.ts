import { expect, it } from 'vitest'
import { packIds, unpackIds } from '../../../../contract/ids.ts'
import { blankForm, namedIds } from '../form-state.ts'
import { formOfPreset, presetOf } from './preset.ts'

it('keeps where ids come from, and pasted ids as they are', () => {
  const form = {
    ...blankForm,
    keywords: ['bread'],
    keywordText: 'yeast',
    category: 'Food',
    articleCount: '12',
    removeSignature: true,
    skipEverything: true,
    skipCategory: true,
    skipChain: true,
    madeFrom: '17',
    skipLists: ['a'],
    skipJobs: ['17'],
    idText: '7 "x"',
    idLists: [namedIds('Pasted list', packIds([8, 7]))],
  }
  const again = formOfPreset(structuredClone(presetOf(form, packIds([7, 'x']))), 'Bakers')
  expect({ ...again, idLists: again.idLists.map(({ name, ids }) => [name, unpackIds(ids)]) }).toEqual({
    ...form,
    keywords: ['bread', 'yeast'],
    keywordText: '',
    skipChain: false,
    madeFrom: undefined,
    idText: '',
    idLists: [['Bakers', [8, 7, 'x']]],
  })
})

it.each([undefined, null, 'text', [], { keywords: 'bread', skipLists: [7, 'a'], pasted: { numbers: [1] } }])(
  'makes a form of %j, with whatever can be read from it',
  (value) => {
    const form = formOfPreset(value, 'Old')
    expect({ ...form, skipLists: [] }).toEqual(blankForm)
    expect(form.skipLists.every((id) => id === 'a')).toBe(true)
  },
)
