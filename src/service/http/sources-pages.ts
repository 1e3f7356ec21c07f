import { html } from 'hono/html'
import { requestLimits } from '../../contract/job.ts'
import { sourcesPath } from '../../contract/paths.ts'
import { shortened } from '../../text/cut-text.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { figure, pluralize } from '../sources/number-words.ts'
import type { Source } from '../sources/source.ts'
import type { ListedSources, SourceQuery } from '../sources/source-store.ts'
import type { Discovered } from '../sources/discover.ts'
import { contentsOf } from '../sources/listings/listing.ts'
import type { ImportedSources } from '../sources/sources.ts'
import { maxPreviews, type PagePreview, type ArticlePreview } from '../sources/try-address.ts'
import { alert, fieldNotes, formToken, page, type Markup } from './pages.ts'
import { addressLine, dateOf, kindNames, nameOf, pathTo, placeOf, sentence } from './source-card.ts'
import { pageWords, sourceList } from './source-list.ts'

export interface SourcesPage {
  readonly listed: ListedSources
  readonly now: Date
  /** Why a source could not be refreshed. */
  readonly fault?: string
  readonly imported?: ImportedSources
  /** What was typed, if it was refused. */
  readonly form?: RefusedForm & { readonly address: string }
  readonly importForm?: RefusedForm
}

interface RefusedForm {
  readonly category: string
  readonly fault: string
  /** The field at fault, if one is. */
  readonly field?: 'address' | 'category' | 'file' | undefined
}

export function sourcesPage(
  session: SettingsSession,
  { listed, now, fault, imported, form, importForm }: SourcesPage,
): Markup {
  return page(
    'Sources',
    html`<p>Where this service collects articles. It fetches nothing that is not listed here.</p>
      ${alert(fault)} ${imported ? importedNotice(imported) : ''} ${addForm(session, form)}
      ${opmlPart(session, listed.isExportable, importForm)} ${sourceList(session, listed, now)}`,
    { session, at: sourcesPath, isWide: true, part: pageWords(listed) },
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
    <p class="help" id="try-help">
      “Try it” reads up to ${maxPreviews} articles, which may take half a minute, and saves nothing.
    </p>
    <div class="actions">
      <button name="try" value="yes" class="quiet" aria-describedby="try-help">Try it</button>
      <button>Add source</button>
    </div>
  </form>`

const importedNotice = ({ added, known, unusable }: ImportedSources): Markup =>
  html`<div role="status" class="notice">
    <p>${pluralize(added, 'source')} added, ${figure(known)} already there.</p>
    ${
      unusable.length === 0
        ? ''
        : html`<p>Left out, since they are not web addresses or contain a password:</p>
            <ul>
              ${unusable.slice(0, maxUnusable).map((address) => html`<li>${shortened(address, maxQuoted)}</li>`)}
              ${unusable.length > maxUnusable ? html`<li>and ${figure(unusable.length - maxUnusable)} more</li>` : ''}
            </ul>`
    }
  </div>`

const opmlPart = (session: SettingsSession, isExportable: boolean, given: RefusedForm | undefined): Markup =>
  html`<details ${given ? 'open' : ''}>
    <summary>Import or export an OPML file</summary>
    <form class="add" method="post" action="${sourcesPath}/import" enctype="multipart/form-data">
      ${formToken(session)} ${alert(given?.fault)}
      <div class="fields">
        <div>
          <label for="file">OPML file</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".opml,.xml"
            required
            ${fieldNotes(given?.field === 'file', 'file-help')}
          />
        </div>
        <div>
          ${categoryField(given?.category ?? '', fieldNotes(given?.field === 'category', 'file-help'), {
            id: 'import-category',
            label: 'Category for all feeds',
          })}
        </div>
      </div>
      <p class="help" id="file-help">
        Feed readers export their feeds to such a file. Without a category, each feed gets the name of its
        folder.
      </p>
      <div class="actions">
        ${
          isExportable
            ? html`<a class="button" href="${sourcesPath}/export.opml" download>Export sources</a>`
            : ''
        }
        <button>Import</button>
      </div>
    </form>
  </details>`

const categoryField = (
  value: string,
  notes: Markup | string = '',
  { id, label } = { id: 'category', label: 'Category' },
): Markup =>
  html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="category"
      type="text"
      maxlength="${requestLimits.categoryLength}"
      dir="auto"
      ${notes}
      value="${value}"
    />`

/** Confirmation on a page of its own, because these pages have no script to ask with. */
export const removePage = (session: SettingsSession, source: Source, query: SourceQuery): Markup =>
  page(
    'Remove this source?',
    html`<p dir="auto"><strong>${nameOf(source)}</strong></p>
      ${addressLine(source)}
      <p>Nothing more is collected from it. The articles it has brought stay.</p>
      <form class="actions" method="post" action="${pathTo(`/${source.id}/remove`, query)}">
        ${formToken(session)}
        <button>Remove source</button>
        <a class="button" href="${placeOf(source.id, query)}">Cancel</a>
      </form>`,
    { session, at: sourcesPath },
  )

export const categoryPage = (
  session: SettingsSession,
  source: Source,
  query: SourceQuery,
  given?: RefusedForm,
): Markup =>
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
      <form method="post" action="${pathTo(`/${source.id}/category`, query)}">
        ${formToken(session)} ${alert(given?.fault)}
        ${categoryField(given?.category ?? source.category, fieldNotes(given?.field === 'category', 'category-help'))}
        <div class="actions">
          <button>Change category</button>
          <a class="button" href="${placeOf(source.id, query)}">Cancel</a>
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

/** How many of the addresses that an import left out are named. */
const maxUnusable = 20

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageOf(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}
