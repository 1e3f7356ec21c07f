import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Desk, type AppProps } from './app.tsx'

/**
 * The sign-in page as the document brings it along, drawn when the desk is built (`scripts/prerender-sign-in.ts`). Nobody is
 * signed in and nothing works yet: the same components take it over in the browser.
 */
export function renderSignIn(): string {
  // Where the desk will be served is not known here; an address without a host means the page's own.
  if (typeof location === 'undefined') Object.assign(globalThis, { location: { origin: '' } })
  return renderToString(
    <StrictMode>
      <StaticRouter location={paths.signIn}>
        <Desk {...nobody} />
      </StaticRouter>
    </StrictMode>,
  )
}

const never = () => new Promise<never>(() => {})

const nobody: AppProps = {
  restored: undefined,
  store: { cannotRemember: undefined, restore: never, keep: never, adopt: never, forget: never },
  tabs: { send() {}, listen: () => () => {} },
  service: { authenticate: never, findTrouble: never },
  connectWorker: never,
}
