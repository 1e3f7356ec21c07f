import * as v from 'valibot'

/** GET ping (interface.md, "Ping results"). */
export const pingSchema = v.object({ ping: v.literal('pong') })

/** POST ping: also the e-mail of the authenticated user (interface.md, "Ping results"). */
export const authenticatedPingSchema = v.object({
  ping: v.literal('pong'),
  authenticated_user: v.string(),
})
