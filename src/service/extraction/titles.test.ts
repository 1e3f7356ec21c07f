import { expect, test } from 'vitest'
import type { TitleSources } from './titles.ts'
import { chooseTitles } from './titles.ts'

const choose = (sources: Partial<TitleSources>): string | undefined =>
  chooseTitles({
    headings: [],
    headline: undefined,
    shared: undefined,
    own: undefined,
    sites: [],
    host: undefined,
    ...sources,
  })[0]

test('a subhead of one word that also stands in a long title is not the title', () => {
  const title =
    'How the ferry, the lighthouse, the harbour and hundreds of boats came through the long winter'
  expect(
    choose({ headings: ['Lighthouse', 'Conclusion'], shared: title, own: `${title} · Island News` }),
  ).toBe(title)
})

test('a heading that says the same as the metadata is the title, in the form that readers see', () => {
  expect(
    choose({ headings: ['Island News', 'The ferry sails again'], own: 'Ferry sails again | News' }),
  ).toBe('The ferry sails again')
})
