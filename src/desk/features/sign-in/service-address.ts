/** A checked address: usable, or with the problem. */
export type CheckedAddress = { readonly address: string } | { readonly problem: string }

/**
 * Reads the address of a service as people type and paste it: with or without scheme, with the path of the interface,
 * with a trailing slash. An address that contains a user or key is refused rather than silently stripped.
 */
export function checkServiceAddress(text: string): CheckedAddress {
  const trimmed = text.trim()
  if (!trimmed)
    return { problem: 'Enter the address of the service, for example https://articles.example.org.' }
  const url = parse(
    /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `${assumedScheme(trimmed)}//${trimmed}`,
  )
  if (!url) return { problem: 'This is not a web address. Example: https://articles.example.org' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'The address must start with https:// or http://.' }
  if (url.username || url.password)
    return { problem: 'Leave e-mail and key out of the address: addresses end up in histories and logs.' }
  const path = url.pathname.replace(/\/api(\/(v1\.0(\/.*)?)?)?$/, '').replace(/\/+$/, '')
  return { address: `${url.origin}${path}` }
}

/** Local machines have no certificate. */
function assumedScheme(text: string): string {
  return /^(localhost|127(\.\d+){3}|\[::1\])(?=[:/?#]|$)/i.test(text) ? 'http:' : 'https:'
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
