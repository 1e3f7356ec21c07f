import type { MiddlewareHandler } from 'hono'

/**
 * What the pages of the desk may do. No inline script or style, no frames, no forms to other origins. Strings become
 * markup or script only through four Trusted Types policies of ours: three allow the URL of one worker each, one parses
 * HTML in an inert document.
 *
 * `connect-src` is open: the editor chooses at sign-in which service to use, long after this header was sent.
 */
export const deskContentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' http: https:",
  "worker-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types article-desk article-desk-early article-desk-offline article-desk-reader',
].join('; ')

/** The service's pages are forms and a stylesheet: no scripts, no requests. */
export const pageContentSecurityPolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Data is never to be rendered as a page, whatever type a browser sniffs.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** Set on every response, including errors, which can be attacked like any other page. A route may override them. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  addSecurityHeaders(c.res)
}

export function addSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
