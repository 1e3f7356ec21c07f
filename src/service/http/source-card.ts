import { html } from 'hono/html'
import { sourcesPath } from '../../contract/paths.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { pluralize, timeAhead } from '../sources/number-words.ts'
import type { SourceQuery } from '../sources/source-store.ts'
import type { Refusal, Source } from '../sources/source.ts'
import { maxRefusals, problemOf, shareKnown } from '../sources/source.ts'
import { formToken, type Markup } from './pages.ts'

/** @param query the list that the card is in, to which everything done to the source leads back */
export function sourceCard(session: SettingsSession, source: Source, query: SourceQuery, now: Date): Markup {
  const share = shareKnown(source)
  const problem = problemOf(source, now)
  // A folder's refused items are whole files or parts of files.
  const [one, many] = source.kind === 'folder' ? ['entry', 'entries'] : ['page', 'pages']
  const explained = source.refusals.length < maxRefusals ? many : `the latest ${maxRefusals} ${many}`
  return html`<li id="${anchorOf(source.id)}">
    <h3 dir="auto">${nameOf(source)}</h3>
    ${addressLine(source)}
    <p class="facts">
      ${source.pausedAt ? html`<span class="paused">Paused</span>` : ''}
      <span>${kindNames[source.kind]}</span>
      ${source.category ? html`<span dir="auto">${source.category}</span>` : ''}
      <span>${lastSuccess(source, now)}</span>
      ${nextCheck(source, now)}
      <span>${pluralize(source.added, 'new article')} in the last week</span>
      ${share === undefined ? '' : html`<span>${Math.round(share * 100)}% already known</span>`}
      ${source.refused === 0 ? '' : html`<span>${pluralize(source.refused, one, many)} not taken</span>`}
      ${source.pending === 0 ? '' : html`<span>${pluralize(source.pending, 'page')} to fetch</span>`}
    </p>
    ${problem === undefined ? '' : html`<p class="trouble">${sentence(problem)}</p>`}
    ${
      source.refusals.length === 0
        ? ''
        : html`<details>
            <summary aria-label="Why ${explained} were not taken: ${nameOf(source)}">
              Why ${explained} were not taken
            </summary>
            <ul>
              ${source.refusals.map(refusal)}
            </ul>
          </details>`
    }
    <div class="actions">
      ${
        source.pausedAt
          ? actionForm(session, source, query, 'resume', 'Resume')
          : html`${source.kind === 'search' ? '' : actionForm(session, source, query, 'refresh', 'Refresh now')}
            ${actionForm(session, source, query, 'pause', 'Pause')}`
      }
      <a
        class="button"
        href="${pathTo(`/${source.id}/category`, query)}"
        aria-label="Change category: ${nameOf(source)}"
        >Change category</a
      >
      <a class="button" href="${pathTo(`/${source.id}/remove`, query)}" aria-label="Remove ${nameOf(source)}"
        >Remove</a
      >
    </div>
  </li>`
}

const refusal = ({ title, address, reason, isTriedAgain }: Refusal): Markup => {
  const name = title || address || 'An entry without a title'
  return html`<li>
    ${address === null ? html`<span dir="auto">${name}</span>` : html`<a href="${address}" rel="noreferrer" dir="auto">${name}</a>`}
    <p>${sentence(`${reason}${isTriedAgain ? '; will be tried again' : ''}`)}</p>
  </li>`
}

const actionForm = (
  session: SettingsSession,
  source: Source,
  query: SourceQuery,
  action: string,
  words: string,
): Markup =>
  html`<form method="post" action="${pathTo(`/${source.id}/${action}`, query)}">
    ${formToken(session)}
    <button class="quiet" aria-label="${words}: ${nameOf(source)}">${words}</button>
  </form>`

export const kindNames: Record<Source['kind'], string> = {
  feed: 'Feed',
  sitemap: 'Sitemap',
  page: 'List page',
  search: 'Search feed',
  folder: 'Folder',
}

const anchorOf = (id: number): string => `source-${id}`

/** Where the list shows a source: back there, nobody has to find it again among hundreds. */
export const placeOf = (id: number, query: Partial<SourceQuery>): string =>
  `${pathTo('', query)}#${anchorOf(id)}`

/** A path below that of the sources, with the list that it was reached from. */
export function pathTo(path: string, { onlyProblems, find, page = 1 }: Partial<SourceQuery>): string {
  const query = new URLSearchParams({
    ...(onlyProblems && { show: 'problems' }),
    ...(find && { find }),
    ...(page > 1 && { page: String(page) }),
  })
  return `${sourcesPath}${path}${query.size > 0 ? `?${query}` : ''}`
}

export const nameOf = ({ title, address }: Source): string => title || address

/** Empty for a source without a title, whose address is already shown as its name. */
export const addressLine = ({ title, address }: Source): Markup | string =>
  title ? html`<p class="address">${address}</p>` : ''

function lastSuccess({ succeededAt, added, importState }: Source, now: Date): string {
  if (importState === 'running') return 'being imported'
  if (!succeededAt) return added > 0 ? 'collected in part so far' : 'not collected yet'
  const minutes = Math.max(0, Math.round((now.getTime() - succeededAt.getTime()) / 60_000))
  if (minutes < 1) return 'collected just now'
  if (minutes < 60) return `collected ${pluralize(minutes, 'minute')} ago`
  if (minutes < 48 * 60) return `collected ${pluralize(Math.round(minutes / 60), 'hour')} ago`
  return `collected on ${dateOf(succeededAt)}`
}

function nextCheck({ kind, pausedAt, dueAt }: Source, now: Date): Markup | string {
  if (pausedAt || kind === 'folder') return ''
  if (kind === 'search') return html`<span>queried with a job’s keywords</span>`
  const minutes = Math.round((dueAt.getTime() - now.getTime()) / 60_000)
  if (minutes < 1) return html`<span>next check now</span>`
  return html`<span>next check in ${timeAhead(minutes)}</span>`
}

export const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`
