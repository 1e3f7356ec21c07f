import { act, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ChangeAddress, useAddressParams, useIsHere } from './use-address.ts'

/** What the list's screen would do later: a timer's write, or the answer to something sent. */
let change: ChangeAddress
let isHere: () => boolean
let goOn: () => void
/** Lets the other screen arrive. */
let arrive: () => void

function ListScreen() {
  const [params, changeAddress] = useAddressParams()
  const navigate = useNavigate()
  change = changeAddress
  isHere = useIsHere()
  goOn = () => void navigate('/other')
  return (
    <>
      <p>the list with {params.toString()}</p>
      <Link to="/other">Other</Link>
    </>
  )
}

const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  const OtherScreen = lazy(
    () =>
      new Promise<{ default: ComponentType }>((resolve) => {
        arrive = () => resolve({ default: () => <p>the other screen</p> })
      }),
  )
  window.history.replaceState(null, '', '/list?sort=title')
  render(
    <BrowserRouter>
      <Suspense fallback="nothing yet">
        <Routes>
          <Route path="/list" element={<ListScreen />} />
          <Route path="/other" element={<OtherScreen />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  )
})

describe('a change of the address', () => {
  it('keeps what else stands in it', async () => {
    act(() => void change((params) => params.set('q', 'bread')))
    expect(await screen.findByText('the list with sort=title&q=bread')).toBeVisible()
    expect(address()).toBe('/list?sort=title&q=bread')
  })

  it('starts from the address as it is, so that two at once both last', () => {
    act(() => {
      change((params) => params.set('q', 'bread'))
      change((params) => params.set('read', 'yes'))
    })
    expect(address()).toBe('/list?sort=title&q=bread&read=yes')
  })

  it('can be gone back from, unless it replaces', () => {
    const before = window.history.length
    act(() => void change((params) => params.set('q', 'bread'), { replace: true }))
    expect(window.history.length).toBe(before)
    act(() => void change((params) => params.set('q', 'cake')))
    expect(window.history.length).toBe(before + 1)
  })

  it('does not call back an editor who has gone on, while the next screen is still being fetched', async () => {
    await act(async () => goOn())
    expect(screen.getByText(/the list with/)).toBeVisible()
    expect(isHere()).toBe(false)
    await act(async () => {
      expect(change((params) => params.set('q', 'bread'))).toBe(false)
    })
    expect(address()).toBe('/other')
    await act(async () => arrive())
    expect(await screen.findByText('the other screen')).toBeVisible()
  })
})
