import { html } from 'hono/html'
import { sourcesPath } from '../../contract/paths.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { figure, pluralize } from '../sources/number-words.ts'
import type { ListedSources, SourceQuery } from '../sources/source-store.ts'
import { longestFind, pageSize } from '../sources/source-store.ts'
import type { Markup } from './pages.ts'
import { pathTo, sourceCard } from './source-card.ts'

/** One page of the list, with what leads to the others. */
export function sourceList(session: SettingsSession, listed: ListedSources, now: Date): Markup {
  const { sources, query, counts } = listed
  return html`${listHeading(listed)} ${counts.all > pageSize || query.find ? findForm(query) : ''}
  ${
    sources.length === 0
      ? ''
      : html`<ul class="cards">
          ${sources.map((source) => sourceCard(session, source, query, now))}
        </ul>`
  }
  ${pageLinks(listed)}`
}

/** Which page of the list this is; empty if there is only one. */
export const pageWords = ({ query, pages }: ListedSources): string =>
  pages > 1 ? `page ${figure(query.page)} of ${figure(pages)}` : ''

function listHeading(listed: ListedSources): Markup {
  const { query, counts } = listed
  const { find, onlyProblems } = query
  const { all, found, problems } = counts
  if (all === 0)
    return html`<h2>No sources yet</h2>
      <p>Jobs are answered from what is stored until you add one.</p>`
  const named = find ? html` with “<bdi>${find}</bdi>”` : ''
  const matching = html`${pluralizeOrNo(found)}${named}`
  const need = problems > 1 ? 'need' : 'needs'
  const trouble = html`${pluralizeOrNo(problems)}${named} ${need} a look`
  const page = pageWords(listed)
  return html`<h2 id="list">${onlyProblems ? trouble : matching}${page && `, ${page}`}</h2>
    ${!onlyProblems && problems > 0 ? html`<p class="summary"><a href="${pathTo('', { find, onlyProblems: true })}">${trouble}</a></p>` : ''}
    ${onlyProblems && find && found > 0 ? html`<p><a href="${pathTo('', { find })}">All ${matching}</a></p>` : ''}
    ${onlyProblems || find ? html`<p><a href="${sourcesPath}">All ${pluralize(all, 'source')}</a></p>` : ''}`
}

const pluralizeOrNo = (count: number): string => (count === 0 ? 'No source' : pluralize(count, 'source'))

/** The browser searches the page; this searches all pages. */
const findForm = ({ find, onlyProblems }: SourceQuery): Markup =>
  html`<form role="search" action="${sourcesPath}#list">
    ${onlyProblems ? html`<input type="hidden" name="show" value="problems" />` : ''}
    <label for="find">Find by name or address</label>
    <div class="find">
      <input id="find" name="find" type="search" maxlength="${longestFind}" dir="auto" value="${find}" />
      <button class="quiet">Find</button>
    </div>
  </form>`

function pageLinks(listed: ListedSources): Markup | string {
  const { query, pages } = listed
  if (pages === 1) return ''
  const link = (page: number, words: string): Markup =>
    html`<a href="${pathTo('', { ...query, page })}#list">${words}</a>`
  const { page } = query
  return html`<nav class="pages" aria-label="Pages">
    ${page > 1 ? html`${link(1, 'First')} ${link(page - 1, 'Previous')}` : ''}
    <span aria-current="page">Page ${figure(page)} of ${figure(pages)}</span>
    ${page < pages ? html`${link(page + 1, 'Next')} ${link(pages, 'Last')}` : ''}
  </nav>`
}
