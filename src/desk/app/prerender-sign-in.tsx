import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Desk, type AppProps } from './app.tsx'

/**
 * Renders the sign-in page into the document at build time (`scripts/prerender-sign-in.ts`), signed out and inert. The
 * same components hydrate it in the browser.
 */
export function renderSignIn(): string {
  // The desk's address isn't known at build time; an address without a host means the page's own.
  if (typeof location === 'undefined') Object.assign(globalThis, { location: { origin: '' } })
  return renderToString(
    <StrictMode>
      <StaticRouter location={paths.signIn}>
        <Desk {...signedOut} />
      </StaticRouter>
    </StrictMode>,
  )
}

const never = () => new Promise<never>(() => {})

const signedOut: AppProps = {
  restored: undefined,
  store: {
    cannotRemember: undefined,
    restore: never,
    keep: never,
    adopt: never,
    forget: never,
    forgetTab() {},
  },
  tabs: { send() {}, listen: () => () => {} },
  service: { authenticate: never, findTrouble: never },
  connectWorker: never,
}
