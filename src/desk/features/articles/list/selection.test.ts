import { describe, expect, it } from 'vitest'
import { fullOrdering, givenOrdering } from './ordering.ts'
import { changeSelection, nothingSelected, scopesOf, type SelectionChange } from './selection.ts'

const shown = fullOrdering(10)
const found = givenOrdering(Uint32Array.of(1, 4, 6, 9))

function after(...changes: SelectionChange[]): number[] {
  const { positions } = changes.reduce(changeSelection, nothingSelected)
  return [...positions].sort((a, b) => a - b)
}

describe('the selection', () => {
  it('adds an article, and removes it again', () => {
    expect(after({ kind: 'toggle', position: 3 })).toEqual([3])
    expect(after({ kind: 'toggle', position: 3 }, { kind: 'toggle', position: 3 })).toEqual([])
  })

  it.each([
    [3, 6, [3, 4, 5, 6]],
    [6, 3, [3, 4, 5, 6]],
    [3, 3, [3]],
  ])('extends from the last article, %i, to %i', (from, to, selected) => {
    expect(after({ kind: 'toggle', position: from }, { kind: 'extend', to, within: shown })).toEqual(selected)
  })

  it('extends over what the search shows and skips what it hides', () => {
    expect(after({ kind: 'toggle', position: 4 }, { kind: 'extend', to: 9, within: found })).toEqual([
      4, 6, 9,
    ])
  })

  it('starts at the article itself if the last one is hidden', () => {
    expect(after({ kind: 'toggle', position: 3 }, { kind: 'extend', to: 9, within: found })).toEqual([3, 9])
    expect(after({ kind: 'extend', to: 6, within: found })).toEqual([6])
  })

  it('does not change for an article that is not shown', () => {
    expect(after({ kind: 'extend', to: 5, within: found })).toEqual([])
  })

  it('adds all matches to the earlier selection', () => {
    expect(after({ kind: 'toggle', position: 0 }, { kind: 'add-all', of: found })).toEqual([0, 1, 4, 6, 9])
  })

  it('clears everything', () => {
    expect(after({ kind: 'add-all', of: shown }, { kind: 'clear' })).toEqual([])
  })
})

describe('the scope of an action', () => {
  const selection = [9, 2].reduce(
    (selection, position) => changeSelection(selection, { kind: 'toggle', position }),
    nothingSelected,
  )

  it('is the whole job if nothing is selected or searched for', () => {
    expect(scopesOf(nothingSelected, shown, 10)).toEqual([
      { kind: 'everything', count: 10, positions: 'all' },
    ])
  })

  it('is the matches, then the job, during a search', () => {
    expect(scopesOf(nothingSelected, found, 10)).toEqual([
      { kind: 'matching', count: 4, positions: [1, 4, 6, 9] },
      { kind: 'everything', count: 10, positions: 'all' },
    ])
  })

  it('is the selection first of all, in the service’s order', () => {
    expect(scopesOf(selection, found, 10)[0]).toEqual({ kind: 'selected', count: 2, positions: [2, 9] })
  })
})
