import * as v from 'valibot'

/** GET ping (docs/interface.md, "The service"). */
export const pingSchema = v.object({ ping: v.literal('pong') })

/** POST ping: also the e-mail of the authenticated user (docs/interface.md, "The service"). */
export const authenticatedPingSchema = v.object({
  ping: v.literal('pong'),
  authenticated_user: v.string(),
})
