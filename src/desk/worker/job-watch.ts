import { decodeError, encodeError, type EncodedError } from '../worker-protocol/error-codec.ts'
import type { CheckOutcome, WorkerApi, WatchNews } from '../worker-protocol/worker-api.ts'
import { createListeners } from '../library/changes.ts'
import { LibraryError, type Library } from '../library/library.ts'
import { newId } from '../library/store/store.ts'
import type { JobKey } from '../library/records.ts'
import type { JobChecks, ResultNews } from './job-checks.ts'
import { type Election, electByLock } from './leader-election.ts'
import { electByPresence, type Presence } from './presence-election.ts'
import { createCheckScheduler } from './check-scheduler.ts'

/** Messages between the workers of an account's tabs, which may run different versions of the desk. */
type Message =
  | { readonly kind: 'beat' }
  | { readonly kind: 'presence'; readonly presence: Presence }
  /** A tab was opened: the partial results so far are sent again. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'result'; readonly news: ResultNews }
  | { readonly kind: 'leads' }
  /** An editor is looking at this job. */
  | { readonly kind: 'look'; readonly key: JobKey }
  | { readonly kind: 'check'; readonly id: string; readonly key: JobKey }
  | { readonly kind: 'checked'; readonly id: string; readonly outcome: CheckOutcome | EncodedError }
  | { readonly kind: 'key'; readonly state: 'refused'; readonly fingerprint: string }
  /** The first key of a worker was kept from before, and the service may have refused it since. */
  | {
      readonly kind: 'key'
      readonly state: 'given'
      readonly fingerprint: string
      readonly isFirst?: boolean
    }

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

export interface JobWatchOptions {
  readonly library: Library
  readonly checks: JobChecks
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Undefined on plain http. */
  readonly locks: LockManager | undefined
  readonly openChannel: ((name: string) => Channel) | undefined
  /** Whether there is a network, as far as the browser knows. */
  readonly isOnline: () => boolean
  /** Tells keys apart without revealing them; undefined if nobody is signed in. */
  readonly keyFingerprint: () => string | undefined
  /** Another tab reports that the service has refused this tab's key. */
  readonly onRefusedElsewhere: () => void
}

export interface JobWatch extends Pick<WorkerApi, 'checkJob' | 'latestResult' | 'subscribe'> {
  start(): void
  keyGiven(): void
  /** @param isInUse false if this tab has got another key since */
  keyRefused(fingerprint: string, isInUse: boolean): void
  stop(): void
}

/**
 * Watches the jobs of an account for all its tabs: one worker leads and asks the service, the others receive its
 * results. Runs in the worker, where dialogs of a page can't block it; until it is started, it only asks when told to.
 */
export function createJobWatch(options: JobWatchOptions): JobWatch {
  const { library, checks, now, locks, openChannel, isOnline, keyFingerprint, onRefusedElsewhere } = options
  const { latestResults } = checks
  const news = createListeners<WatchNews>()
  const asked = new Map<
    string,
    { key: JobKey; resolve: (outcome: CheckOutcome) => void; reject: (error: Error) => void }
  >()
  /**
   * The result being recorded came from another tab: it isn't passed on, or two leaders would answer each other
   * forever.
   */
  let isFromAnotherTab = false
  let askedOfUs = 0
  let refusedFingerprint: string | undefined
  let hadKey = false
  let channel: Channel | undefined
  let election: Election | undefined
  let scheduler: ReturnType<typeof createCheckScheduler> | undefined
  let passToElection: (message: Message) => void = () => {}

  const send = (message: Message) => channel?.postMessage(message)
  const leads = () => election?.leads() ?? true
  const isNeeded = () => scheduler?.isNeeded() === true || asked.size > 0 || askedOfUs > 0

  function onLeading(leading: boolean): void {
    if (!leading) return checks.abandon()
    send({ kind: 'leads' })
    for (const [id, { key, resolve, reject }] of asked) {
      asked.delete(id)
      checks.check(key, true).then(resolve, reject)
    }
    return scheduler?.run()
  }

  function elect(): Election {
    // Without a channel each tab is on its own.
    if (!channel) return { leads: () => true, stepDown() {}, leave() {} }
    if (locks) {
      const lockName = `article-desk/watch/${library.name}`
      const sendHeartbeat = () => send({ kind: 'beat' })
      const byLock = electByLock({ locks, name: lockName, sendHeartbeat, isNeeded, onChange: onLeading })
      passToElection = ({ kind }) => {
        if (kind === 'beat' || kind === 'leads') byLock.receiveHeartbeat()
      }
      return byLock
    }
    const sendPresence = (presence: Presence) => send({ kind: 'presence', presence })
    const byPresence = electByPresence({ send: sendPresence, now, onChange: onLeading })
    passToElection = (message) => {
      if (message.kind === 'presence') byPresence.receive(message.presence)
    }
    return byPresence
  }

  async function checkFor(id: string, key: JobKey): Promise<void> {
    askedOfUs += 1
    const outcome = await checks.check(key, true).catch(encodeError)
    askedOfUs -= 1
    send({ kind: 'checked', id, outcome })
  }

  function receive(message: Message): void {
    passToElection(message)
    if (message.kind === 'hello' && leads())
      for (const news of latestResults.all()) send({ kind: 'result', news })
    if (message.kind === 'result') takeResult(message.news)
    if (message.kind === 'leads') {
      for (const [id, { key }] of asked) send({ kind: 'check', id, key })
      // It may wait for a key, and step down for a tab that has one.
      announceKey()
    }
    if (message.kind === 'look') scheduler?.noteViewing(message.key)
    if (message.kind === 'check' && leads()) void checkFor(message.id, message.key)
    if (message.kind === 'checked') settle(message.id, message.outcome)
    if (message.kind === 'key') takeKeyState(message)
  }

  function takeResult({ key, result }: ResultNews): void {
    isFromAnotherTab = true
    latestResults.set(key, result)
    isFromAnotherTab = false
  }

  function settle(id: string, outcome: CheckOutcome | EncodedError): void {
    const waiting = asked.get(id)
    asked.delete(id)
    if ('record' in outcome) waiting?.resolve(outcome)
    else waiting?.reject(decodeError(outcome))
  }

  function announceKey(): void {
    const fingerprint = keyFingerprint()
    if (fingerprint === undefined) return
    send({ kind: 'key', state: 'given', fingerprint, isFirst: !hadKey })
    hadKey = true
  }

  function announceRefusal(fingerprint: string): void {
    refusedFingerprint = fingerprint
    send({ kind: 'key', state: 'refused', fingerprint })
  }

  function takeKeyState(message: Extract<Message, { kind: 'key' }>): void {
    const { fingerprint } = message
    const own = keyFingerprint()
    if (message.state === 'refused') {
      refusedFingerprint = fingerprint
      // The tab that leads may have lost its key just now, and this one has another.
      if (fingerprint !== own) return announceKey()
      onRefusedElsewhere()
      return news.notify({ kind: 'refused' })
    }
    if (own !== undefined) return undefined
    // Step down: another tab may be able to ask, and this one can't.
    if (fingerprint !== refusedFingerprint) return election?.stepDown()
    return message.isFirst ? announceRefusal(fingerprint) : undefined
  }

  latestResults.subscribe((latest) => {
    news.notify(latest)
    if (!isFromAnotherTab && leads()) send({ kind: 'result', news: latest })
  })

  return {
    subscribe: news.subscribe,
    latestResult(key) {
      // Called regularly by the screen that shows the job.
      if (leads()) scheduler?.noteViewing(key)
      else send({ kind: 'look', key })
      return Promise.resolve(latestResults.get(key))
    },
    checkJob(key) {
      if (leads()) return checks.check(key, true)
      return new Promise((resolve, reject) => {
        const id = newId()
        asked.set(id, { key, resolve, reject })
        send({ kind: 'check', id, key })
      })
    },
    start() {
      scheduler = createCheckScheduler({
        library,
        now,
        check: (key, isUrgent) => checks.check(key, isUrgent),
        abandon: (key) => checks.abandon(key),
        mayCheck: () => leads() && keyFingerprint() !== undefined,
        isOnline,
      })
      channel = openChannel?.(`article-desk/watch/${library.name}`)
      channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
      election = elect()
      send({ kind: 'hello' })
      announceKey()
    },
    keyGiven() {
      announceKey()
      scheduler?.run()
    },
    keyRefused(fingerprint, isInUse) {
      announceRefusal(fingerprint)
      if (isInUse) news.notify({ kind: 'refused' })
    },
    stop() {
      scheduler?.stop()
      election?.leave()
      // From here on this tab is on its own.
      election = undefined
      for (const { reject } of asked.values()) reject(new LibraryError('unavailable'))
      asked.clear()
      checks.abandon()
      channel?.close()
      channel = undefined
    },
  }
}
