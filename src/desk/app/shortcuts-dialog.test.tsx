import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { createStubService, stubArticles } from '../testing/stub-service.ts'
import { testCredentials } from '../testing/test-worker-api.ts'
import { shortcuts } from '../ui/shortcuts.ts'

it('opens on "?" with every shortcut, but not after Escape has cancelled it, which then does nothing else', async () => {
  const service = createStubService({ address: location.origin })
  service.addJob(17, { state: 'success', category: '', articles: stubArticles(1) })
  const signedIn = { ...testCredentials, serviceAddress: location.origin }
  const { address } = renderApp({ service, at: '/jobs/17', signedIn })
  await screen.findByRole('article', { name: 'Article 1' })
  fireEvent.keyDown(document.body, { key: '?' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await act(async () => void (await import('./shortcuts-dialog.tsx')))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/jobs/17')
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const { name } of Object.values(shortcuts))
    expect(within(dialog).getByText(name, { selector: 'dt' })).toBeVisible()
  expect(within(dialog).getByText('New job', { selector: 'dt' }).parentElement).toHaveTextContent('n or gn')
  // In a list there are no hits to go to.
  expect(within(dialog).getByText('Next hit').closest('section')).toHaveTextContent(/^While reading/)
  // The only place that tells how to search.
  expect(within(dialog).getByText('Without a word').parentElement).toHaveTextContent('-storm')
})

it.each([
  ['Keyboard shortcuts', '?'],
  ['Commands', '{Control>}k{/Control}'],
])('goes away with the screen when the editor goes back in the browser: %s', async (name, keys) => {
  const service = createStubService({ address: location.origin })
  const signedIn = { ...testCredentials, serviceAddress: location.origin }
  const { user, address } = renderApp({ service, at: '/jobs', signedIn })
  await screen.findByRole('heading', { name: 'Jobs' })
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('Library'))
  await screen.findByRole('heading', { name: 'Library' })
  await user.keyboard(keys)
  await screen.findByRole('dialog', { name })
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/jobs')
  // Two frames later, when the kit has returned the focus to what may be gone.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus())
})

it('the menu of the account names it, and goes away when the editor goes back in the browser', async () => {
  const service = createStubService({ address: location.origin })
  const signedIn = { ...testCredentials, serviceAddress: location.origin }
  const { user } = renderApp({ service, at: '/jobs', signedIn })
  await screen.findByRole('heading', { name: 'Jobs' })
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('Library'))
  await screen.findByRole('heading', { name: 'Library' })
  await user.click(screen.getByRole('button', { name: testCredentials.email }))
  // Where the window is narrow, the button is only an icon.
  expect(within(await screen.findByRole('menu')).getByText(testCredentials.email)).toBeVisible()
  window.history.back()
  await screen.findByRole('heading', { name: 'Jobs' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})
