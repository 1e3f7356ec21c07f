/** At the root, because a worker has power over what lies below its own address, and no further. */
export const workerUrl = '/sw.js'

interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

let policy: Policy | undefined

/** Under trusted types the address of a worker must come from a policy; this one knows a single address. */
export function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // Made once: the page's security policy lets nobody make another of that name.
  policy ??= trustedTypes?.createPolicy('article-desk-offline', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Only our own worker is registered')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
