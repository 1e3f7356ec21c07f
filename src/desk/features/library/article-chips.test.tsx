import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderDesk } from '../../testing/render-desk.tsx'
import { testWorkerApi } from '../../testing/test-worker-api.ts'
import { duplicateWords, jobsOf } from './article-chips.tsx'

const note = { id: 32, title: 'The river wakes', jobs: ['2', '1'], share: 0.951 }

it.each([
  ['The river wakes', '95% in “The river wakes”'],
  [' ', '95% in “Untitled”'],
])('names the other article by its title: %j', (title, words) => {
  expect(duplicateWords({ ...note, title })).toBe(words)
})

it('never claims that another text has all of it if a word is missing there', () => {
  expect(duplicateWords({ ...note, share: 0.9999 })).toMatch(/^99%/)
  expect(duplicateWords({ ...note, share: 1 })).toMatch(/^100%/)
})

it('names the jobs by their numbers, also one that got its number after a reset of the service', () => {
  expect(jobsOf({ jobs: ['17-2'] })).toEqual({ words: 'Job 17', tone: 'plain' })
  expect(jobsOf({ jobs: ['18', '17-2', '16'] })).toEqual({ words: 'Jobs 18, 17 and 1 more', tone: 'plain' })
})

it.each([
  ['/library', 'Short, Job 17', 'Job 17'],
  ['/jobs/17', 'Short', undefined],
])(
  'marks what is short for its job, and names the job in the library only: %s',
  async (at, ofShort, ofOther) => {
    const worker = testWorkerApi()
    const words = (title: string, count: number) =>
      Array.from({ length: count }, (_, place) => title + place).join(' ')
    await worker.collect([
      { id: 1, title: 'Roofs', text: words('roof', 149) },
      { id: 2, title: 'Rivers', text: words('river', 150) },
      { id: 3, title: 'Bread', text: words('bread', 200) },
    ])
    renderDesk(worker, { at })
    const card = async (name: string) => within(await screen.findByRole('article', { name }))
    expect(await (await card('Roofs')).findByTitle(ofShort)).toBeVisible()
    expect((await card('Rivers')).queryByTitle(/Short|Job/)?.title).toBe(ofOther)
  },
)
