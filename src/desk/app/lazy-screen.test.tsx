import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { prefetches } from '../ui/lazy-part.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.ts'

let reloads: number

beforeEach(() => {
  sessionStorage.clear()
  reloads = 0
  vi.stubGlobal('location', { reload: () => (reloads += 1) })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A chunk whose file a deploy has removed. */
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

async function open(load: () => Promise<{ Part: () => ReactNode }>, typed?: string) {
  const Part = lazyScreen(load, 'Part')
  // Wait until everything it started has finished, including fetches.
  await act(async () => {
    render(
      <ErrorBoundary resetKey="/">
        {typed === undefined ? null : <input aria-label="Keywords" defaultValue={typed} />}
        <Suspense fallback="coming">
          <Part />
        </Suspense>
      </ErrorBoundary>,
    )
    await load().catch(() => {})
  })
}

it('is drawn at once if its code is already loaded', async () => {
  const Part = lazyScreen(() => Promise.resolve({ Part: () => 'here' }), 'Part')
  await Part.prefetch()
  const fallbacks = vi.fn<() => string>(() => 'coming')
  const Fallback = () => fallbacks()
  render(
    <Suspense fallback={<Fallback />}>
      <Part />
    </Suspense>,
  )
  expect(screen.getByText('here')).toBeVisible()
  expect(fallbacks).not.toHaveBeenCalled()
})

describe('a part of the desk that a deploy has removed', () => {
  it('is fetched by one reload of the page', async () => {
    await open(gone)
    expect(reloads).toBe(1)
    expect(screen.getByText('coming')).toBeVisible()
  })

  it('does not reload the page forever', async () => {
    await open(gone)
    await open(gone)
    expect(reloads).toBe(1)
    expect(
      await screen.findByRole('heading', { name: 'This part of the desk could not be loaded' }),
    ).toBeVisible()
    const causes = /^A newer version has been installed, or the server does not respond\./
    expect(screen.getByText(causes)).toBeVisible()
  })

  it('does not reload the page forever if the part around it loads', async () => {
    // Like the first screen after the sign-in: rendering it fetches it again.
    const visit = async () => {
      const Screen = lazyScreen<'Screen'>(gone, 'Screen')
      await open(async () => {
        await Screen.prefetch().catch(() => {})
        return { Part: () => <Screen /> }
      })
    }
    await visit()
    await waitFor(() => expect(reloads).toBe(1))
    await visit()
    expect(
      await screen.findByRole('heading', { name: 'This part of the desk could not be loaded' }),
    ).toBeVisible()
    expect(reloads).toBe(1)
  })

  it('may reload the page again once it has been loaded', async () => {
    await open(gone)
    await open(() => Promise.resolve({ Part: () => 'here' }))
    await open(gone)
    expect(reloads).toBe(2)
  })

  it('never reloads a page in which something was typed', async () => {
    await open(gone, 'sol')
    expect(reloads).toBe(0)
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
  })

  it('never reloads a page that asks before it is left', async () => {
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    onTestFinished(() => removeEventListener('beforeunload', ask))
    await open(gone)
    expect(reloads).toBe(0)
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
  })

  it('is reported as offline, not as a deploy, if there is no network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open(gone)
    expect(reloads).toBe(0)
    expect(await screen.findByText(/You are offline/)).toBeVisible()
  })

  it('is fetched again when it is opened again, and when the network is back', async () => {
    let isOnline = false
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
    let fetches = 0
    const Part = lazyScreen(() => {
      fetches += 1
      return isOnline ? Promise.resolve({ Part: () => 'here' }) : gone()
    }, 'Part')
    // Desks of other tests in this window may still be prefetching all that is declared.
    prefetches.delete(Part.prefetch)
    const desk = (address: string) => (
      <ErrorBoundary resetKey={address}>
        <Suspense fallback="coming">{address === '/library' ? <Part /> : 'jobs'}</Suspense>
      </ErrorBoundary>
    )
    const { rerender } = render(desk('/library'))
    await screen.findByText(/You are offline/)
    rerender(desk('/jobs'))
    rerender(desk('/library'))
    await screen.findByText(/You are offline/)
    expect(fetches).toBe(2)
    isOnline = true
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('here')).toBeVisible()
    expect(reloads).toBe(0)
  })

  it.each([
    'Failed to fetch dynamically imported module: https://desk.example/assets/dialog.js',
    'error loading dynamically imported module: https://desk.example/assets/dialog.js',
    'Importing a module script failed.',
  ])('is distinguished from a bug if other code fetches it: %s', async (message) => {
    const Screen = () => {
      throw new TypeError(message)
    }
    render(
      <ErrorBoundary resetKey="/">
        <Screen />
      </ErrorBoundary>,
    )
    const heading = { name: 'This part of the desk could not be loaded' }
    expect(await screen.findByRole('heading', heading)).toBeVisible()
  })
})
