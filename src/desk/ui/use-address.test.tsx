import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAddressParams, useIsHere } from './use-address.ts'

function ListScreen() {
  const [params, changeAddress] = useAddressParams()
  const isHere = useIsHere()
  const [outcome, setOutcome] = useState('')
  const write = (name: string, value: string, replace = false) =>
    setOutcome(String(changeAddress((params) => params.set(name, value), replace)))
  return (
    <>
      <p>the list with {params.toString()}</p>
      <button onClick={() => write('q', 'bread')}>search</button>
      <button onClick={() => write('q', 'bread', true)}>search in place</button>
      <button
        onClick={() => {
          write('q', 'bread')
          write('read', 'yes')
        }}
      >
        search and filter
      </button>
      <button onClick={() => setOutcome(`here: ${isHere()}`)}>ask</button>
      <output>{outcome}</output>
      <Link to="/other">other</Link>
    </>
  )
}

const click = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'a, button' }))
const outcome = () => screen.getByRole('status').textContent
const address = () => window.location.pathname + window.location.search

/** Lets the other screen load. */
let arrive: () => void

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
  it('keeps its other parameters', async () => {
    click('search')
    expect(await screen.findByText('the list with sort=title&q=bread')).toBeVisible()
    expect(address()).toBe('/list?sort=title&q=bread')
    expect(outcome()).toBe('true')
  })

  it('starts from the current address, so that two simultaneous changes both last', () => {
    click('search and filter')
    expect(address()).toBe('/list?sort=title&q=bread&read=yes')
  })

  it('can be undone with Back, unless it replaces', () => {
    const before = window.history.length
    click('search in place')
    expect(window.history.length).toBe(before)
    click('search')
    expect(window.history.length).toBe(before + 1)
  })

  it('does not pull back an editor who has moved on, while the next screen is still loading', async () => {
    click('other')
    click('ask')
    expect(outcome()).toBe('here: false')
    click('search')
    expect(outcome()).toBe('false')
    expect(address()).toBe('/other')
    await act(async () => arrive())
    expect(await screen.findByText('the other screen')).toBeVisible()
  })
})
