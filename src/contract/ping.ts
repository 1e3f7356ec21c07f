import * as v from 'valibot'

/** GET ping (docs/interface.md, "The service"). */
export const pingSchema = v.object({ ping: v.literal('pong') })

/** POST ping: also the e-mail of the authenticated user (docs/interface.md, "The service"). */
export const authenticatedPingSchema = v.object({
  ping: v.literal('pong'),
  authenticated_user: v.string(),
})

/**
 * A header that identifies a service for as long as its job and article ids keep their meaning; it changes if the
 * service is set up again. Sent with every answer of the embedded service; others need not send it (docs/interface.md,
 * "Silences").
 */
export const serviceIdHeader = 'Service-Id'
