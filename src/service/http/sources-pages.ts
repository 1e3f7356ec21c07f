import { html } from 'hono/html'
import { requestLimits } from '../../contract/job.ts'
import { sourcesPath } from '../../contract/paths.ts'
import { shortened } from '../../text/cut-text.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { pluralize } from '../sources/number-words.ts'
import type { Refusal, Source } from '../sources/source.ts'
import { shareKnown, problemOf } from '../sources/source.ts'
import type { Discovered } from '../sources/discover.ts'
import { contentsOf } from '../sources/listings/listing.ts'
import type { PagePreview, ArticlePreview } from '../sources/try-address.ts'
import { alert, fieldNotes, formToken, page, type Markup } from './pages.ts'

interface SourcesPage {
  readonly sources: readonly Source[]
  readonly now: Date
  /** Why a source could not be refreshed. */
  readonly fault?: string
  /** What was typed, if it was refused. */
  readonly form?: RefusedForm & { readonly address: string }
}

interface RefusedForm {
  readonly category: string
  readonly fault: string
  /** The field at fault, if one is. */
  readonly field?: 'address' | 'category' | undefined
}

export function sourcesPage(session: SettingsSession, { sources, now, fault, form }: SourcesPage): Markup {
  const problems = sources.filter((source) => problemOf(source, now) !== undefined).length
  return page(
    'Sources',
    html`<p>Where this service collects articles. It fetches nothing that is not listed here.</p>
      ${alert(fault)} ${addForm(session, form)}
      <h2>${sources.length === 0 ? 'No sources yet' : pluralize(sources.length, 'source')}</h2>
      ${problems === 0 ? '' : html`<p class="summary">${pluralize(problems, 'source needs', 'sources need')} a look.</p>`}
      ${
        sources.length === 0
          ? html`<p>Jobs are answered from what is stored until you add one.</p>`
          : html`<ul class="cards">
              ${sources.map((source) => sourceCard(session, source, now))}
            </ul>`
      }`,
    { session, at: sourcesPath, isWide: true },
  )
}

const addForm = (session: SettingsSession, given: SourcesPage['form']): Markup =>
  html`<form class="add" method="post" action="${sourcesPath}/add">
    ${formToken(session)} ${alert(given?.fault)}
    <div class="fields">
      <div>
        <label for="address">Address</label>
        <input
          id="address"
          name="address"
          type="text"
          inputmode="url"
          autocapitalize="none"
          spellcheck="false"
          required
          ${fieldNotes(given?.field === 'address', 'address-help')}
          value="${given?.address ?? ''}"
        />
      </div>
      <div>${categoryField(given?.category ?? '', fieldNotes(given?.field === 'category'))}</div>
    </div>
    <p class="help" id="address-help">
      A feed, a sitemap, a section page or the front page of a site; or a search feed with {keywords} in its
      address.
    </p>
    <p class="help">
      Many at once, from an OPML file: <code>npm run service -- source import FILE.opml</code>
    </p>
    <div class="actions">
      <button name="try" value="yes" class="quiet">Try it</button>
      <button>Add source</button>
    </div>
  </form>`

const categoryField = (value: string, notes: Markup | string = ''): Markup =>
  html`<label for="category">Category</label>
    <input
      id="category"
      name="category"
      type="text"
      maxlength="${requestLimits.categoryLength}"
      dir="auto"
      ${notes}
      value="${value}"
    />`

function sourceCard(session: SettingsSession, source: Source, now: Date): Markup {
  const share = shareKnown(source)
  const problem = problemOf(source, now)
  // A folder's refused items are whole files or parts of files.
  const [one, many] = source.kind === 'folder' ? ['entry', 'entries'] : ['page', 'pages']
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
            <summary aria-label="Why ${many} were not taken: ${nameOf(source)}">
              Why ${many} were not taken
            </summary>
            <ul>
              ${source.refusals.map(refusal)}
            </ul>
          </details>`
    }
    <div class="actions">
      ${
        source.pausedAt
          ? actionForm(session, source, 'resume', 'Resume')
          : html`${source.kind === 'search' ? '' : actionForm(session, source, 'refresh', 'Refresh now')}
            ${actionForm(session, source, 'pause', 'Pause')}`
      }
      <a
        class="button"
        href="${sourcesPath}/${source.id}/category"
        aria-label="Change category: ${nameOf(source)}"
        >Change category</a
      >
      <a class="button" href="${sourcesPath}/${source.id}/remove" aria-label="Remove ${nameOf(source)}"
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

const actionForm = (session: SettingsSession, source: Source, action: string, words: string): Markup =>
  html`<form method="post" action="${sourcesPath}/${source.id}/${action}">
    ${formToken(session)}
    <button class="quiet" aria-label="${words}: ${nameOf(source)}">${words}</button>
  </form>`

/** Confirmation on a page of its own, because these pages have no script to ask with. */
export const removePage = (session: SettingsSession, source: Source): Markup =>
  page(
    'Remove this source?',
    html`<p dir="auto"><strong>${nameOf(source)}</strong></p>
      ${addressLine(source)}
      <p>Nothing more is collected from it. The articles it has brought stay.</p>
      <form class="actions" method="post" action="${sourcesPath}/${source.id}/remove">
        ${formToken(session)}
        <button>Remove source</button>
        <a class="button" href="${placeOf(source.id)}">Cancel</a>
      </form>`,
    { session, at: sourcesPath },
  )

export const categoryPage = (session: SettingsSession, source: Source, given?: RefusedForm): Markup =>
  page(
    'Change the category',
    html`<p dir="auto"><strong>${nameOf(source)}</strong></p>
      ${addressLine(source)}
      <p id="category-help">
        ${
          source.kind === 'folder'
            ? 'The folder is imported again, so that its articles move, too.'
            : 'Its articles move, too. Those that another source has in the former category stay there as well.'
        }
      </p>
      <form method="post" action="${sourcesPath}/${source.id}/category">
        ${formToken(session)} ${alert(given?.fault)}
        ${categoryField(given?.category ?? source.category, fieldNotes(given?.field === 'category', 'category-help'))}
        <div class="actions">
          <button>Change category</button>
          <a class="button" href="${placeOf(source.id)}">Cancel</a>
        </div>
      </form>`,
    { session, at: sourcesPath },
  )

export interface TryPage {
  readonly address: string
  readonly category: string
  /** Undefined if the address is a single article rather than a source. */
  readonly found: Discovered | undefined
  readonly tried: readonly PagePreview[]
}

/** Shows what would be collected; nothing has been saved. */
export const tryPage = (session: SettingsSession, { address, category, found, tried }: TryPage): Markup => {
  const articles = tried.filter((one) => 'article' in one)
  return page(
    'Try a source',
    html`${
        found
          ? html`<h2 class="plain" dir="auto">${found.title || found.address}</h2>
              <p class="address">${found.address}</p>
              <p role="status">
                ${kindNames[found.kind]} with ${contentsOf(found.listing)}. Of the ${tried.length} tried,
                ${articles.length} would be collected. Nothing was saved.
              </p>
              <form class="add" method="post" action="${sourcesPath}/add">
                ${formToken(session)}
                <input type="hidden" name="address" value="${address}" />
                ${categoryField(category)}
                <div class="actions">
                  <a class="button" href="${sourcesPath}">Back to the sources</a>
                  <button>Add source</button>
                </div>
              </form>`
          : html`<p class="address">${address}</p>
              <p role="status">
                This is one article, not a source: add the feed or the front page of its site instead. Nothing
                was saved.
              </p>
              <p><a href="${sourcesPath}">Back to the sources</a></p>`
      }
      <ul class="cards">
        ${tried.map((one) => ('article' in one ? articleCard(one.place, one.article) : refusedCard(one)))}
      </ul>`,
    { session, at: sourcesPath, isWide: true },
  )
}

function articleCard(place: string, article: ArticlePreview): Markup {
  const { title, text, date, language, bodyLength, words, boilerplate, sameAs } = article
  const lines = text.slice(0, bodyLength).trim().split('\n')
  const signature = text.slice(bodyLength).trim()
  return html`<li>
    <h3 lang="${language ?? ''}" dir="auto">${title}</h3>
    <p class="address">${place}</p>
    <p class="facts">
      <span>${date ? dateOf(date) : 'no date'}</span>
      ${language ? html`<span>${languageOf(language)}</span>` : ''}
      <span>${pluralize(words, 'word')}</span>
    </p>
    <blockquote lang="${language ?? ''}">
      <p dir="auto">${shortened(lines[0] ?? '', maxQuoted)}</p>
      ${lines.length > 1 ? html`<p dir="auto">… ${shortened(lines.at(-1) ?? '', maxQuoted)}</p>` : ''}
    </blockquote>
    <dl class="facts">
      ${
        signature
          ? html`<dt>Signature</dt>
              <dd dir="auto">${shortened(signature, maxQuoted)}</dd>`
          : ''
      }
      ${boilerplate.map(
        (paragraph) =>
          html`<dt>Cut: on most pages of this site</dt>
            <dd dir="auto">${shortened(paragraph, maxQuoted)}</dd>`,
      )}
      ${
        sameAs
          ? html`<dt>Same text as</dt>
              <dd>${sameAs}</dd>`
          : ''
      }
    </dl>
  </li>`
}

const refusedCard = ({ place, refused }: PagePreview & { refused: string }): Markup =>
  html`<li>
    <p class="address">${place}</p>
    <p class="trouble">${sentence(`not taken: ${refused}`)}</p>
  </li>`

/** In characters. */
const maxQuoted = 200

const kindNames: Record<Source['kind'], string> = {
  feed: 'Feed',
  sitemap: 'Sitemap',
  page: 'List page',
  search: 'Search feed',
  folder: 'Folder',
}

const anchorOf = (id: number): string => `source-${id}`

/** Where the page shows a source: back there, nobody has to find it again among hundreds. */
export const placeOf = (id: number): string => `${sourcesPath}#${anchorOf(id)}`

const nameOf = ({ title, address }: Source): string => title || address

/** Empty for a source without a title, whose address is already shown as its name. */
const addressLine = ({ title, address }: Source): Markup | string =>
  title ? html`<p class="address">${address}</p>` : ''

function lastSuccess({ succeededAt }: Source, now: Date): string {
  if (!succeededAt) return 'not collected yet'
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
  return html`<span
    >next check in
    ${minutes < 120 ? pluralize(minutes, 'minute') : pluralize(Math.round(minutes / 60), 'hour')}</span
  >`
}

const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageOf(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`
