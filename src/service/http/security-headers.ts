import type { MiddlewareHandler } from 'hono'

/**
 * What the pages of the desk may do. No inline script or style, no frame, no form to elsewhere, and no string becomes
 * markup or script but through three policies of ours: two know the address of our own worker each, one reads HTML in a
 * document that runs nothing.
 *
 * `connect-src` is open: the desk may be pointed at any service that speaks the interface, and which one is the
 * editor's choice at sign-in, long after this header was sent.
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
  'trusted-types article-desk article-desk-offline article-desk-reader',
].join('; ')

/** A page of the service is forms and a stylesheet: it runs nothing and talks to nobody. */
export const pageContentSecurityPolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Data is never a page, whatever a browser takes it for.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** On every answer, errors too: an error page is as good a place for an attack as any. A route may say otherwise. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  addSecurityHeaders(c.res)
}

export function addSecurityHeaders(answer: Response): Response {
  for (const [name, value] of Object.entries(headers))
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  return answer
}
