import * as v from 'valibot'

/** GET ping (docs/interface.md, "The service"). */
export const pingSchema = v.object({ ping: v.literal('pong') })

/** POST ping: also the e-mail of the authenticated user (docs/interface.md, "The service"). */
export const authenticatedPingSchema = v.object({
  ping: v.literal('pong'),
  authenticated_user: v.string(),
})

/**
 * A header that names a service for as long as its numbers of jobs and articles mean the same: another name, and it was
 * set up anew. On every answer of the embedded service; others need not have it (docs/interface.md, "Silences").
 */
export const serviceIdHeader = 'Service-Id'
