import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createMemoryLibrary } from '../testing/memory-library.ts'
import { renderDesk } from '../testing/render-desk.tsx'
import { testWorkerApi, type TestWorkerApi, type TestWorkerApiOptions } from '../testing/test-worker-api.ts'

let worker: TestWorkerApi

// Their code loads on the first visit; here that must not count against the screen's speed.
beforeAll(() =>
  Promise.all([
    import('./article-notes.tsx'),
    import('./duplicates.tsx'),
    import('./library-empty-states.tsx'),
    import('../features/duplicates/groups-dialog.tsx'),
    import('../library/texts/text-diff/text-diff.ts'),
  ]),
)

const prose = (about: string, words: number) =>
  Array.from({ length: words }, (_, index) => `${about}${index} says`).join(' ')

/** Three pairs, of which the second article is the longer one. */
beforeEach(() => collectPairs())

async function collectPairs(options?: TestWorkerApiOptions) {
  worker = testWorkerApi(options)
  await worker.collect(
    ['River', 'Bread', 'Roof'].flatMap((about, place) => [
      { id: 2 * place + 1, title: about, text: prose(about, 60) },
      { id: 2 * place + 2, title: `${about} again`, text: `${prose(about, 60)} and more` },
    ]),
  )
}

async function openList(at = '/library?duplicates=yes') {
  const desk = renderDesk(worker, { at })
  await waitFor(() => expect(screen.getByText('6 of 6 matching')).toBeVisible(), { timeout: 15_000 })
  return desk
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Near-duplicates' }))

/** Waits until a group is shown that can be decided on. */
async function expectGroup(toKeep: string, words: string) {
  await screen.findByRole('dialog', { name: 'Near-duplicates' })
  await waitFor(() =>
    expect(dialog().getByRole('group', { name: 'Article to keep' })).toHaveTextContent(toKeep),
  )
  await waitFor(() =>
    expect(dialog().getByRole('button', { name: 'Keep 1, reject 1' })).not.toHaveAttribute('aria-disabled'),
  )
  expect(dialog().getByText(words)).toBeVisible()
  expect(dialog().getByRole('group', { name: 'Article to keep' })).toHaveFocus()
}

const decisions = async () =>
  (await worker.library.annotations([1, 2, 3, 4, 5, 6])).map(([, it]) => it?.decision)

it('compares one group after another, and goes back to the one whose decision is undone', async () => {
  const { user, address } = await openList()
  await user.click(await screen.findByRole('button', { name: 'Compare groups' }))
  await expectGroup('River again', '2 more groups')
  expect(address()).toBe('/library?duplicates=yes&compare=2')
  expect(dialog().queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Skip' }))
  await expectGroup('Bread again', '1 more group')
  await user.click(dialog().getByRole('button', { name: 'Keep 1, reject 1' }))
  await expectGroup('Roof again', 'The last group')
  expect(address()).toBe('/library?duplicates=yes&compare=6')
  expect(await decisions()).toEqual([undefined, undefined, 'reject', 'keep', undefined, undefined])
  await user.click(dialog().getByRole('button', { name: 'Undo' }))
  await expectGroup('Bread again', '1 more group')
  expect(await decisions()).toEqual(Array.from({ length: 6 }))
  expect(dialog().queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('is done by keys, which the list behind it does not get', async () => {
  const { user, address } = await openList('/library?duplicates=yes&compare=start')
  await expectGroup('River again', '2 more groups')
  await user.keyboard('v')
  await expectGroup('Bread again', '1 more group')
  await user.keyboard('x')
  await user.keyboard('j')
  await expectGroup('Roof again', 'The last group')
  await user.keyboard('v')
  expect(
    await screen.findByText(
      'That was the last group. 1 group still has an article that is neither kept nor rejected.',
    ),
  ).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Back to the list' })).toHaveFocus()
  expect(await decisions()).toEqual(['reject', 'keep', undefined, undefined, 'reject', 'keep'])
  await user.keyboard('z')
  await expectGroup('Roof again', 'The last group')
  await user.keyboard('z')
  await expectGroup('River again', '2 more groups')
  expect(await decisions()).toEqual(Array.from({ length: 6 }))
  expect(screen.queryByText('1 selected')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/library?duplicates=yes')
})

it('decides once, however fast the key is pressed again, and so undoes it at once', async () => {
  const { user } = await openList('/library?duplicates=yes&compare=2')
  await expectGroup('River again', '2 more groups')
  for (let press = 0; press < 3; press += 1) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }))
    // What is urgent is drawn in between, and a new address is not.
    await Promise.resolve()
  }
  await expectGroup('Bread again', '1 more group')
  expect(await decisions()).toEqual(['reject', 'keep', undefined, undefined, undefined, undefined])
  await user.keyboard('z')
  await expectGroup('River again', '2 more groups')
  expect(dialog().queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('offers to undo nothing after a decision that changes nothing', async () => {
  const set = { decision: 'reject', duplicateOf: 2 } as const
  await worker.library.annotate(
    [
      { ids: [2], set: { decision: 'keep' } },
      { ids: [1], set },
    ],
    { kind: 'keep' },
  )
  const { user } = await openList('/library?duplicates=yes&compare=2')
  await user.click(await screen.findByRole('checkbox', { name: 'River' }))
  await user.click(dialog().getByRole('button', { name: 'Keep 1, reject 1' }))
  await expectGroup('Bread again', '1 more group')
  expect(dialog().queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.keyboard('z')
  expect(await decisions()).toEqual(['reject', 'keep', undefined, undefined, undefined, undefined])
})

it('ends with a group that is settled by keeping one that is like no other', async () => {
  await worker.library.annotate([{ ids: [1, 2, 5, 6], set: { decision: 'keep' } }])
  const { user } = await openList('/library?duplicates=yes&compare=start')
  await expectGroup('Bread again', 'The last group')
  await user.click(dialog().getByRole('checkbox', { name: 'Bread' }))
  await user.click(dialog().getByRole('button', { name: 'Keep 1' }))
  expect(await screen.findByText(/^That was the last group. 1 group still has/)).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Start again' }))
  await waitFor(() =>
    expect(dialog().getByRole('group', { name: 'Article to keep' })).toHaveTextContent('Bread again'),
  )
  await user.click(await screen.findByRole('button', { name: 'Keep this one instead: Bread' }))
  await user.click(await screen.findByRole('button', { name: 'Keep 1' }))
  expect(await screen.findByText('That was the last group. No group is left to decide on.')).toBeVisible()
  expect(dialog().queryByRole('button', { name: 'Start again' })).toBeNull()
})

it('is left by the back button, however many groups were compared', async () => {
  const { user, address } = await openList()
  await user.click(await screen.findByRole('button', { name: 'Compare groups' }))
  await expectGroup('River again', '2 more groups')
  await user.keyboard('j')
  await expectGroup('Bread again', '1 more group')
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/library?duplicates=yes')
})

it('says what may still change while texts are being compared', async () => {
  const device = createMemoryLibrary()
  const duplicateGroups: typeof device.duplicateGroups = async (...asked) => ({
    ...(await device.duplicateGroups(...asked)),
    isIndexing: true,
  })
  await collectPairs({ library: { ...device, duplicateGroups } })
  await worker.library.annotate([{ ids: [1, 2, 3, 4], set: { decision: 'keep' } }])
  const { user } = await openList('/library?duplicates=yes&compare=start')
  await expectGroup('Roof again', 'No more groups so far')
  await user.keyboard('v')
  expect(
    await screen.findByText('That was the last group so far. Texts are still being compared.'),
  ).toBeVisible()
})

it('decides on no id in the address that is no article’s', async () => {
  const { user } = await openList('/library?duplicates=yes&compare=99')
  expect(await screen.findByText('It has no near-duplicates.')).toBeVisible()
  expect(await dialog().findByText('3 more groups')).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Keep 1' })).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('v')
  await user.keyboard('j')
  await expectGroup('River again', '2 more groups')
  expect(await worker.library.steps()).toEqual([])
})

it('goes on from the near-duplicates of one article, within its job', async () => {
  const { user, address } = renderDesk(worker, { at: '/jobs/17/articles/3' })
  await user.click(await screen.findByRole('button', { name: /% in “Bread again”/ }, { timeout: 15_000 }))
  await user.click(await screen.findByRole('link', { name: 'Compare all groups' }))
  await expectGroup('Bread', '1 more group')
  expect(address()).toBe('/library?job=17&duplicates=yes&compare=3')
})
