import { html } from 'hono/html'
import { settingsPath, sourcesPath } from '../../contract/paths.ts'
import { keyLength } from '../accounts/keys.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { linkMinutes } from '../accounts/settings-access.ts'
import { alert, fieldNotes, formToken, page, type Markup } from './pages.ts'

/** Whether an address is that of the sources, or of a page below: where a sign-in may lead, whatever its form says. */
export const isOfSources = (address: string): boolean => ofSources.test(address)

/** Printable, since it is sent in a header. */
const ofSources = new RegExp(`^${sourcesPath}(?:[/?][!-~]*)?$`)

/** @param next where to go after sign-in: {@link settingsPath}, or an address for which {@link isOfSources} holds */
export const signInPage = ({
  next = settingsPath,
  email = '',
  fault,
}: {
  next?: string
  email?: string
  fault?: string
}): Markup =>
  page(
    isOfSources(next) ? 'Sources' : 'Settings',
    html`${alert(fault)}
      <p>
        ${
          isOfSources(next)
            ? 'Sign in to see where this service collects from, and to change it.'
            : 'Sign in with your current API key to set or renew it.'
        }
      </p>
      <form method="post" action="${settingsPath}/session">
        <input type="hidden" name="next" value="${next}" />
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="text"
          inputmode="email"
          autocomplete="username"
          required
          value="${email}"
        />
        <label for="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          required
          ${fieldNotes(fault !== undefined)}
        />
        <button>Sign in</button>
      </form>
      <h2>No key yet?</h2>
      <p>
        The people who run this service can make you a link that opens the settings once, within
        ${linkMinutes} minutes:
      </p>
      <pre><code>npm run service -- settings-link ${email || 'you@example.org'}</code></pre>`,
    { at: isOfSources(next) ? sourcesPath : settingsPath },
  )

/** @param at {@link settingsPath} or {@link sourcesPath} */
export const errorPage = (at: string, back: string, fault: string): Markup => {
  const title = at === sourcesPath ? 'Sources' : 'Settings'
  return page(
    title,
    html`${alert(fault)}
      <p><a href="${back}">Back to the ${title.toLowerCase()}</a></p>`,
    { at },
  )
}

/** A page between the link and its use, because a GET must change nothing. */
export const linkPage = (token: string): Markup =>
  page(
    'Settings',
    html`<p>This link opens the settings of your account, once.</p>
      <form method="post" action="${settingsPath}/session">
        <input type="hidden" name="token" value="${token}" />
        <button>Open the settings</button>
      </form>`,
    { at: settingsPath },
  )

export const settingsPage = (session: SettingsSession, fault?: string): Markup =>
  page(
    'Settings',
    html`${alert(fault)}
      <h2>Renew the API key</h2>
      <p>The service makes a new random key. The old one stops working at once, everywhere.</p>
      <form method="post" action="${settingsPath}/key">
        ${formToken(session)}
        <button>Make a new key</button>
      </form>
      <h2>Set a key of your own</h2>
      <p id="key-help">
        At least ${keyLength.min} characters, because anybody who guesses it can act as you: best from a
        password manager, never one you use elsewhere.
      </p>
      <form method="post" action="${settingsPath}/key">
        ${formToken(session)}
        <input type="hidden" name="own" value="yes" />
        <input type="hidden" name="username" autocomplete="username" value="${session.account.email}" />
        <label for="key">New API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="new-password"
          required
          minlength="${keyLength.min}"
          maxlength="${keyLength.max}"
          ${fieldNotes(fault !== undefined, 'key-help')}
        />
        <button class="quiet">Set this key</button>
      </form>`,
    { session, at: settingsPath },
  )

/** @param key the random key, shown only here; undefined if the user chose the key */
export const keyPage = (session: SettingsSession, key: string | undefined): Markup =>
  page(
    'API key changed',
    html`${
        key === undefined
          ? html`<p role="status">Your key is set. The old one no longer works.</p>`
          : html`<p role="status">This is your new key. Copy it now: it is not shown again.</p>
              <pre class="key"><code>${key}</code></pre>
              <p>The old key no longer works.</p>`
      }
      <p><a href="/">Go to the desk</a> · <a href="${settingsPath}">Back to the settings</a></p>`,
    { session, at: settingsPath },
  )
