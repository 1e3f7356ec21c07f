import type { Context } from 'hono'
import { html } from 'hono/html'
import { pageStylesPath, settingsPath, sourcesPath } from '../../contract/paths.ts'
import tokens from '../../desk/ui/tokens.css?raw'
import type { SettingsSession } from '../accounts/settings-access.ts'
import type { Environment } from './environment.ts'
import stylesheet from './pages.css?raw'
import ofSources from './sources-pages.css?raw'

export type Markup = ReturnType<typeof html>

export interface PageFrame {
  /** The signed-in session; undefined before sign-in. */
  readonly session?: SettingsSession
  /** {@link settingsPath} or {@link sourcesPath} */
  readonly at: string
  readonly isWide?: boolean
  /** Which part of its contents is shown, for the title of the tab. */
  readonly part?: string
}

/** A whole page of the service: the shared shell around its content. */
export const page = (
  title: string,
  content: Markup,
  { session, at, isWide = false, part }: PageFrame,
): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}${part && `, ${part}`} - Article Desk</title>
        <link rel="stylesheet" href="${pageStylesPath}" />
      </head>
      <body>
        <header>
          <nav aria-label="Main">
            <a class="product" href="/">Article Desk</a>
            ${navigation(settingsPath, 'Settings', at)} ${navigation(sourcesPath, 'Sources', at)}
          </nav>
          ${
            session
              ? html`<form class="account" method="post" action="${settingsPath}/sign-out">
                  <span>Signed in as <strong>${session.account.email}</strong></span>
                  <button class="link">Sign out</button>
                </form>`
              : ''
          }
        </header>
        <main class="${isWide ? 'wide' : ''}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `

const navigation = (path: string, label: string, at: string): Markup =>
  path === at
    ? html`<a href="${path}" aria-current="true">${label}</a>`
    : html`<a href="${path}">${label}</a>`

/** Goes into every form that changes something; verified by `checkFormToken`. */
export const formToken = (session: SettingsSession): Markup =>
  html`<input type="hidden" name="form-token" value="${session.formToken}" />`

/** What went wrong, or nothing. */
export const alert = (fault: string | undefined): Markup | string =>
  fault === undefined ? '' : html`<p class="fault" id="fault" role="alert">${fault}</p>`

/**
 * For the field that was refused: screen readers read the notes of a focused field, but no alert that a page opens
 * with.
 *
 * @param help the id of the element that explains the field
 */
export const fieldNotes = (isRefused: boolean, help = ''): Markup | string =>
  isRefused
    ? html`autofocus aria-invalid="true" aria-describedby="${`fault ${help}`.trim()}"`
    : help && html`aria-describedby="${help}"`

/** Serves {@link pageStylesPath}: the desk's tokens, followed by the pages' own rules. */
export const servePageStyles = (c: Context<Environment>): Response =>
  c.body(`${tokens}\n${stylesheet}\n${ofSources}`, 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  })
