import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credentials } from '../api/credentials.ts'
import { createTabChannel } from '../session/tab-channel.ts'
import { App } from './app.tsx'
import { renderSignIn } from './prerender-sign-in.tsx'

const authenticate = vi.fn<(credentials: Credentials) => Promise<string>>(() => new Promise(() => {}))

beforeEach(() => {
  authenticate.mockClear()
  history.replaceState(null, '', '/sign-in')
  document.body.innerHTML = `<div id="root" data-prerendered>${renderSignIn()}</div>`
})

describe('the prerendered sign-in form', () => {
  it('is taken over unchanged, with what was typed and with the focus', async () => {
    const user = userEvent.setup()
    const field = screen.getByLabelText<HTMLInputElement>('E-mail')
    await user.type(screen.getByLabelText('API key'), 'a-key')
    await user.click(screen.getByLabelText('Remember me on this device'))
    await user.type(field, 'editor@')
    takeOver()

    expect(screen.getByLabelText('E-mail')).toBe(field)
    expect(field).toHaveFocus()
    await user.type(field, 'example.org')
    expect(field).toHaveValue('editor@example.org')
    expect(screen.getByLabelText('API key')).toHaveValue('a-key')
    expect(screen.getByLabelText('Remember me on this device')).toBeChecked()
    expect(screen.getByLabelText('Service address')).toHaveValue(location.origin)
    expect(authenticate).not.toHaveBeenCalled()
  })

  it('notices what a password manager fills in during the takeover', async () => {
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('API key'), 'a-key')
    function FillingIn() {
      screen.getByLabelText<HTMLInputElement>('E-mail').value = 'editor@example.org'
      return null
    }
    takeOver(<FillingIn />)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(authenticate.mock.calls).toEqual([
      [{ email: 'editor@example.org', apiKey: 'a-key', serviceAddress: location.origin }],
    ])
  })

  it('is submitted once the script has loaded, if it was sent before', async () => {
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('E-mail'), 'editor@example.org')
    await user.type(screen.getByLabelText('API key'), 'a-key')
    // As set by `before-paint.ts`.
    document.querySelector('form')!.dataset['sent'] = 'yes'
    takeOver()

    expect(authenticate.mock.calls).toEqual([
      [{ email: 'editor@example.org', apiKey: 'a-key', serviceAddress: location.origin }],
    ])
    expect(document.querySelector('[data-prerendered], [data-sent]')).toBeNull()
  })
})

/**
 * As in `main`. React would report a mismatch with the existing markup and redraw it.
 *
 * @param after is rendered after the form
 */
function takeOver(after?: ReactNode): void {
  const nobody = () => Promise.resolve(undefined)
  render(
    <>
      <App
        restored={undefined}
        store={{
          cannotRemember: undefined,
          restore: nobody,
          keep: async () => {},
          adopt: async () => {},
          forget: async () => {},
          forgetTab: () => {},
        }}
        tabs={createTabChannel(undefined)}
        service={{ authenticate, findTrouble: () => Promise.resolve('down') }}
        connectWorker={() => new Promise(() => {})}
      />
      {after}
    </>,
    {
      hydrate: true,
      container: document.getElementById('root')!,
      onRecoverableError(error) {
        throw error
      },
    },
  )
}
