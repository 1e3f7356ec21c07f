import { expect, test } from 'vitest'
import { readJsonArticles } from './read-json-articles.ts'

const dated = (published: unknown) =>
  readJsonArticles(JSON.stringify([{ title: 'A', text: 'Text.', published }]))[0]

test.each(['soon', '05/03/2024', '2024-02-30', '31.2.2024'])(
  '%s is no date, and is not guessed',
  (written) => {
    expect(dated(written)).toEqual({ fault: 'entry 1 has an invalid date' })
  },
)

test.each(['', ' ', null])('an empty date counts as not given: %j', (written) => {
  expect(dated(written)).toMatchObject({ text: 'Text.', published: undefined })
})

test.each([
  ['Fish &amp; Chips', 'Fish & Chips'],
  ['The <em>Titanic</em>&#8217;s last\nsupper', 'The Titanic’s last supper'],
  ['Understanding <template>', 'Understanding <template>'],
  ['If 1 < 2, AT&T > 1', 'If 1 < 2, AT&T > 1'],
])('the title %j is stored as %j', (title, plain) => {
  expect(readJsonArticles(JSON.stringify({ title, text: 'Text.' }))).toMatchObject([{ title: plain }])
})

test('the articles of a job, as a service returns it, and dates as the desk exports them', () => {
  const job = {
    id: 7,
    category: 'News',
    articles: [{ id: 1, title: 'A', text: 'Text.', published_at: '2024-05-07' }],
  }
  expect(readJsonArticles(JSON.stringify(job))).toMatchObject([
    { index: 0, title: 'A', text: 'Text.', published: new Date('2024-05-07') },
  ])
  expect(readJsonArticles('{"articles":[{"title":"A"}]}')).toEqual([{ fault: 'entry 1 has no text' }])
})
