import type { Context } from 'hono'
import { sourcesPath } from '../../contract/paths.ts'
import { cutText } from '../../text/cut-text.ts'
import type { SettingsSession } from '../accounts/settings-access.ts'
import { SessionEndedError } from '../accounts/settings-access.ts'
import type { Discovered } from '../sources/discover.ts'
import { isPath } from '../sources/folder/import-folder.ts'
import type { SourceQuery } from '../sources/source-store.ts'
import { CategoryError, longestFind, SourceError } from '../sources/source-store.ts'
import type { Source } from '../sources/source.ts'
import type { ImportedSources, Sources } from '../sources/sources.ts'
import type { PagePreview } from '../sources/try-address.ts'
import type { Environment } from './environment.ts'
import type { PageSessions } from './page-session.ts'
import { checkFormToken, createPageRoutes, readForm, readUpload } from './page-routes.ts'
import { HttpProblem } from './problems.ts'
import { signInPage } from './settings-pages.ts'
import { pathTo, placeOf } from './source-card.ts'
import type { Markup } from './pages.ts'
import type { SourcesPage } from './sources-pages.ts'
import { categoryPage, removePage, sourcesPage, tryPage } from './sources-pages.ts'

export interface SourcesRoutesOptions {
  readonly sources: Sources
  readonly sessions: PageSessions
  readonly trustProxy: boolean
}

/** As long as browsers, and people, wait for a page. */
const longestMs = 25_000

/** Of an OPML file: enough for 10,000 feeds, and few enough to add while a browser waits. */
const maxUploadMiB = 2

type SignedIn = (
  c: Context<Environment>,
  form: URLSearchParams,
  session: SettingsSession,
) => Promise<Response>

/**
 * The page where the service's owner manages what it collects from. Plain forms, so that it works without script; a GET
 * changes and fetches nothing. Open to every account, as the collected articles are.
 */
export function createSourcesRoutes({ sources, sessions, trustProxy }: SourcesRoutesOptions) {
  const routes = createPageRoutes(sourcesPath, trustProxy)
  /** The end of the latest address or file that is read for the page, by account. */
  const turns = new Map<number, Promise<void>>()

  /** Handles a form of the page: refused without a session, or if it isn't from a page of this session. */
  const onSubmit = (path: string, act: SignedIn) =>
    routes.post(path, async (c) => {
      const session = await sessions.find(c)
      if (!session) throw new SessionEndedError()
      const form = await readForm(c.req.raw)
      checkFormToken(form, session)
      return act(c, form, session)
    })

  routes.get('/', async (c) => {
    const session = await sessions.find(c)
    if (!session) return askToSignIn(c)
    return c.html(await drawList(c, session))
  })

  const pagesOfSource = { remove: removePage, category: categoryPage }
  for (const [name, draw] of Object.entries(pagesOfSource))
    routes.get(`/:id{[0-9]+}/${name}`, async (c) => {
      const session = await sessions.find(c)
      if (!session) return askToSignIn(c)
      const source = await findSource(Number(c.req.param('id')))
      return source ? c.html(draw(session, source, queryOf(c))) : c.redirect(pathTo('', queryOf(c)), 303)
    })

  routes.get('/export.opml', async (c) => {
    // Led back here, the browser would save the file, and still show the form.
    if (!(await sessions.find(c))) return c.html(signInPage({ next: sourcesPath }))
    try {
      return c.body(await sources.exportOpml(), 200, {
        'Content-Type': 'text/x-opml; charset=utf-8',
        'Content-Disposition': 'attachment; filename="article-desk-sources.opml"',
      })
    } catch (error) {
      // Nothing to export.
      if (error instanceof SourceError) return c.redirect(sourcesPath, 303)
      throw error
    }
  })

  // After a submit, the browser shows the form's action address, and requests it with GET if it is opened again.
  routes.get('/*', (c) => c.redirect(pathTo('', queryOf(c)), 303))

  onSubmit('/add', async (c, form, session) => {
    const address = (form.get('address') ?? '').trim()
    const category = (form.get('category') ?? '').trim()
    try {
      if (isPath(address))
        throw new SourceError(
          `${address} is a path. A folder is added where the service runs: npm run service -- source add folder PATH --category NAME`,
        )
      const late = new AbortController()
      // Node 20 frees an `AbortSignal.timeout` that only `any` refers to, and then it never aborts.
      setTimeout(() => late.abort(), longestMs).unref()
      const signal = AbortSignal.any([c.req.raw.signal, late.signal])
      if (form.get('try') !== null)
        return c.html(
          tryPage(session, { address, category, ...(await inTurn(session, () => tryOut(address, signal))) }),
        )
      const added = await inTurn(session, () => sources.add(address, category, signal))
      const { id } = added.source
      return c.redirect(placeOf(id, { page: await sources.pageOf(id) }), 303)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const field = error instanceof CategoryError ? 'category' : 'address'
      const page = await drawList(c, session, { form: { address, category, fault: error.message, field } })
      return c.html(page, 422)
    }
  })

  routes.post('/import', async (c) => {
    const session = await sessions.find(c)
    if (!session) throw new SessionEndedError()
    let category = ''
    try {
      const imported = await inTurn(session, async () => {
        const form = await readUpload(c.req.raw, maxUploadMiB * 2 ** 20)
        checkFormToken(form, session)
        const typed = form.get('category')
        if (typeof typed === 'string') category = typed.trim()
        return importFile(form.get('file'), category)
      })
      return c.html(await drawList(c, session, { imported }))
    } catch (error) {
      const fault = importFault(error)
      if (!fault) throw error
      const field = error instanceof CategoryError && category !== '' ? 'category' : 'file'
      return c.html(await drawList(c, session, { importForm: { category, fault, field } }), 422)
    }
  })

  /** @throws SourceError */
  async function importFile(file: FormDataEntryValue | null, category: string): Promise<ImportedSources> {
    // Without a choice, browsers send an empty file.
    if (!(file instanceof File) || file.size === 0) throw new SourceError('Choose an OPML file.')
    return sources.importOpml(new Uint8Array(await file.arrayBuffer()), category || undefined)
  }

  const actions = {
    refresh: sources.refreshSoon,
    pause: sources.pause,
    resume: sources.resume,
    remove: sources.remove,
  }
  for (const [name, act] of Object.entries(actions))
    onSubmit(`/:id{[0-9]+}/${name}`, async (c, _form, session) => {
      const id = Number(c.req.param('id'))
      try {
        await act(id)
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        // It may have been removed from another page, as the list will show.
        if (await findSource(id)) return c.html(await drawList(c, session, { fault: error.message }), 422)
      }
      return c.redirect(placeOf(id, queryOf(c)), 303)
    })

  onSubmit('/:id{[0-9]+}/category', async (c, form, session) => {
    const id = Number(c.req.param('id'))
    const category = (form.get('category') ?? '').trim()
    try {
      // A folder is imported in the background.
      ;(await sources.setCategory(id, category)).imported?.catch(() => undefined)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const source = await findSource(id)
      // A folder that can't be read is not the category's fault.
      const field = error instanceof CategoryError ? 'category' : undefined
      if (source)
        return c.html(
          categoryPage(session, source, queryOf(c), { category, fault: error.message, field }),
          422,
        )
    }
    return c.redirect(placeOf(id, queryOf(c)), 303)
  })

  async function drawList(
    c: Context<Environment>,
    session: SettingsSession,
    shown: Partial<SourcesPage> = {},
  ): Promise<Markup> {
    return sourcesPage(session, { listed: await sources.listPage(queryOf(c)), now: new Date(), ...shown })
  }

  /** @returns undefined if it was removed */
  async function findSource(id: number): Promise<Source | undefined> {
    try {
      return await sources.find(id)
    } catch (error) {
      if (error instanceof SourceError) return undefined
      throw error
    }
  }

  /** One address or file after another for each account, since a listing may take 32 MiB. */
  function inTurn<T>({ account }: SettingsSession, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(account.id) ?? Promise.resolve()).then(work)
    const ended = turn.then(forget, forget)
    turns.set(account.id, ended)
    return turn

    function forget(): void {
      if (turns.get(account.id) === ended) turns.delete(account.id)
    }
  }

  /** @throws SourceError if nothing can be collected from the address */
  async function tryOut(
    address: string,
    signal: AbortSignal,
  ): Promise<{ found: Discovered | undefined; tried: PagePreview[] }> {
    let found: Discovered | undefined
    const tried: PagePreview[] = []
    for await (const one of sources.tryOut(address, signal)) {
      if ('error' in one) throw new SourceError(`${address} ${one.error}.`)
      if ('found' in one) found = one.found
      else tried.push(one)
    }
    return { found, tried }
  }

  return routes
}

/** Asks for a sign-in that leads back to the page. */
function askToSignIn(c: Context<Environment>): Response | Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  return c.html(signInPage({ next: pathname + search }))
}

/** Which part of the list is shown, or was when a form was sent. */
const queryOf = (c: Context<Environment>): SourceQuery => ({
  find: cutText((c.req.query('find') ?? '').trim(), longestFind),
  onlyProblems: c.req.query('show') === 'problems',
  page: Math.max(1, Math.floor(Number(c.req.query('page'))) || 1),
})

function importFault(error: unknown): string | undefined {
  if (error instanceof SourceError) return error.message
  if (error instanceof HttpProblem && error.status === 413)
    return `The file is larger than ${maxUploadMiB} MiB. It can be imported where the service runs: npm run service -- source import FILE.opml`
  return undefined
}
