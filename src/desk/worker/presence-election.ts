import type { Election } from './leader-election.ts'

/** Messages between the workers of an account in browsers without locks. */
export interface Presence {
  readonly id: string
  readonly joinedAt: number
  readonly isGone?: true
}

export interface PresenceElectionOptions {
  readonly send: (presence: Presence) => void
  readonly now: () => number
  readonly onChange: (leads: boolean) => void
}

/** Long enough for the others to reply to a newcomer. */
const listenMs = 400
const heartbeatMs = 1_000
/** Three missed heartbeats. */
const lostMs = 3_500

/**
 * Elects one of the workers that hear each other: the oldest one alive. Replaces a Web Lock on plain http, with a
 * weaker guarantee: two may lead for a moment, which must be harmless.
 */
export function electByPresence({
  send,
  now,
  onChange,
}: PresenceElectionOptions): Election & { receive(presence: Presence): void } {
  let own: Presence = { id: Math.random().toString(36).slice(2), joinedAt: now() }
  const others = new Map<string, Presence & { readonly seenAtMs: number }>()
  let leads = false
  let isListening = true

  function decide(): void {
    for (const [id, { seenAtMs }] of others) if (performance.now() - seenAtMs > lostMs) others.delete(id)
    const next = !isListening && ![...others.values()].some((other) => isOlder(other, own))
    if (next === leads) return
    leads = next
    onChange(leads)
  }

  function sendHeartbeat(): void {
    send(own)
    decide()
  }

  sendHeartbeat()
  const listening = setTimeout(() => {
    isListening = false
    decide()
  }, listenMs)
  const timer = setInterval(sendHeartbeat, heartbeatMs)
  return {
    leads: () => leads,
    receive(presence) {
      const isNew = !others.has(presence.id)
      if (presence.isGone) others.delete(presence.id)
      else others.set(presence.id, { ...presence, seenAtMs: performance.now() })
      // A newcomer shouldn't have to wait for the next heartbeat to learn that it isn't alone.
      if (isNew && !presence.isGone) send(own)
      decide()
    },
    /** Becomes the youngest, even if the clock was set back. */
    stepDown() {
      const lastJoinedAt = Math.max(...Array.from(others.values(), ({ joinedAt }) => joinedAt))
      own = { ...own, joinedAt: Math.max(now(), lastJoinedAt + 1) }
      sendHeartbeat()
    },
    leave() {
      clearTimeout(listening)
      clearInterval(timer)
      send({ ...own, isGone: true })
      if (leads) onChange(false)
      leads = false
    },
  }
}

const isOlder = (one: Presence, other: Presence): boolean =>
  one.joinedAt < other.joinedAt || (one.joinedAt === other.joinedAt && one.id < other.id)
