import type { SharedCounts, WindowCount } from '../accounts/shared-counts.ts'

interface Window {
  /** Total over all processes, as far as known here. */
  count: number
  /** Counted here and not yet shared with the others. */
  unshared: number
  endsAt: number
}

/** More names than this at a time mean an attack: the oldest count is dropped. */
const maxKept = 20_000
/** How late other processes may learn of a count. */
const refreshMs = 1_000

/**
 * Counts within windows, each starting with its first count. Counts are kept in memory, so that a request only costs a
 * map lookup, and exchanged with other processes once a second while there is something to share.
 */
export function createWindowCounts(now: () => number, shared: SharedCounts | undefined) {
  const windows = new Map<string, Window>()
  const unshared = new Set<string>()
  let exchanging: Promise<void> | undefined
  let exchangedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  const open = (name: string): Window | undefined => {
    const window = windows.get(name)
    return window && window.endsAt > now() ? window : undefined
  }

  function keep(name: string, window: Window): void {
    windows.delete(name)
    if (windows.size >= maxKept) windows.delete(windows.keys().next().value ?? '')
    windows.set(name, window)
  }

  async function exchange(share: SharedCounts): Promise<void> {
    exchangedAt = now()
    const added: WindowCount[] = []
    for (const name of unshared) {
      const window = open(name)
      if (!window) continue
      added.push({ name, count: window.unshared, msLeft: window.endsAt - now() })
      window.unshared = 0
    }
    unshared.clear()
    try {
      for (const { name, count, msLeft } of await share(added)) {
        const since = open(name)?.unshared ?? 0
        keep(name, { count: count + since, unshared: since, endsAt: now() + msLeft })
      }
    } catch {
      // Without the database nobody is let in anyway. These counts are shared next time.
      for (const { name, count } of added) {
        const window = open(name)
        if (!window) continue
        window.unshared += count
        unshared.add(name)
      }
    }
  }

  async function exchangeInTurn(share: SharedCounts): Promise<void> {
    exchanging ??= exchange(share).finally(() => (exchanging = undefined))
    return exchanging
  }

  function exchangeSoon(share: SharedCounts): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (unshared.size > 0) void exchangeInTurn(share)
    }, refreshMs).unref()
  }

  return {
    add(name: string, windowMs: number): void {
      const window = open(name) ?? { count: 0, unshared: 0, endsAt: now() + windowMs }
      if (window.count === 0) keep(name, window)
      window.count += 1
      if (!shared) return
      window.unshared += 1
      unshared.add(name)
      exchangeSoon(shared)
    },

    count: (name: string): number => open(name)?.count ?? 0,
    msLeft: (name: string): number => (open(name)?.endsAt ?? now()) - now(),

    /** Fetches other processes' counts, unless that was done less than `refreshMs` ago. */
    async refresh({ isForced = false } = {}): Promise<void> {
      if (!shared || (!isForced && now() - exchangedAt < refreshMs)) return
      // An exchange in progress may have begun before the latest counts were added.
      if (exchanging) await exchanging
      if (isForced && unshared.size === 0) return exchanging
      if (!isForced && now() - exchangedAt < refreshMs) return
      await exchangeInTurn(shared)
    },
  }
}
