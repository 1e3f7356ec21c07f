/** What the tabs of an account tell one another where the browser has no locks to hand out. */
interface Presence {
  readonly id: string
  readonly joinedAt: number
  readonly isGone?: true
}

export interface Election {
  /** The part of a `BroadcastChannel` that is used. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
  readonly now: () => number
  readonly onChange: (leads: boolean) => void
}

/** Long enough for the others to answer a newcomer. */
const listenMs = 400
const beatMs = 2_000
/** Browsers let a hidden tab's timers fire once a minute: silence for less than that means nothing. */
const lostMs = 70_000

/**
 * Picks one tab of those that share a channel: the oldest that is still there. Stands in for a Web Lock on plain http,
 * and is no more than that: for a moment two tabs may both lead, which must be harmless.
 *
 * @returns leaves; the next oldest takes over at once
 */
export function standForElection({ channel, now, onChange }: Election): () => void {
  const own: Presence = { id: Math.random().toString(36).slice(2), joinedAt: now() }
  const others = new Map<string, Presence & { readonly seenAt: number }>()
  let leads = false
  let isListening = true

  function decide(): void {
    for (const [id, { seenAt }] of others) if (Math.abs(now() - seenAt) > lostMs) others.delete(id)
    const next = !isListening && ![...others.values()].some((other) => isOlder(other, own))
    if (next === leads) return
    leads = next
    onChange(leads)
  }

  function hear({ data }: MessageEvent<Presence>): void {
    const isNew = !others.has(data.id)
    if (data.isGone) others.delete(data.id)
    else others.set(data.id, { ...data, seenAt: now() })
    // A newcomer is not to wait for the next beat to learn that it is not alone.
    if (isNew && !data.isGone) channel.postMessage(own)
    decide()
  }

  const beat = () => {
    channel.postMessage(own)
    decide()
  }
  const leave = () => channel.postMessage({ ...own, isGone: true })
  channel.addEventListener('message', hear)
  addEventListener('pagehide', leave)
  beat()
  const listening = setTimeout(() => {
    isListening = false
    decide()
  }, listenMs)
  const beating = setInterval(beat, beatMs)
  return () => {
    clearTimeout(listening)
    clearInterval(beating)
    channel.removeEventListener('message', hear)
    removeEventListener('pagehide', leave)
    leave()
    if (leads) onChange(false)
  }
}

const isOlder = (one: Presence, other: Presence): boolean =>
  one.joinedAt < other.joinedAt || (one.joinedAt === other.joinedAt && one.id < other.id)
