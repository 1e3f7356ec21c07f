export interface FetchRequest {
  readonly url: string
  /** Byte for byte as the server sent them; sent back as If-None-Match and If-Modified-Since. */
  readonly validators?: Validators | undefined
  /** Limit after decompression; 5 MiB by default. */
  readonly maxBytes?: number | undefined
  /** Covers all exchanges including redirects, but not the time spent queuing for hosts; 20 s by default. */
  readonly timeoutMs?: number | undefined
  /**
   * Ends the fetch for this caller with 'aborted'. A shared exchange goes on as long as another caller waits for it.
   */
  readonly signal?: AbortSignal | undefined
  /** If the host's turn is further away than this, the result is 'busy'; 60 s by default. */
  readonly waitAtMostMs?: number | undefined
}

export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** @param stored null for validators that the server didn't send */
export const validatorsOf = ({
  etag,
  lastModified,
}: {
  readonly etag: string | null
  readonly lastModified: string | null
}): Validators => ({
  ...(etag !== null && { etag }),
  ...(lastModified !== null && { lastModified }),
})

/** Common to all usable results: a new body, or confirmation that the last one is still current. */
interface Usable {
  /** The address after all redirects. */
  readonly url: string
  /** The new address, if every redirect was permanent (301, 308). */
  readonly movedTo?: string
  readonly validators: Validators
  /** From Cache-Control and Expires, in milliseconds; 0 to a week. */
  readonly freshForMs: number
}

export interface ReceivedPage {
  readonly url: string
  /** As sent; '' if there is none. */
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface Fetched extends Usable, ReceivedPage {
  readonly kind: 'fetched'
  readonly status: number
}

export interface Unchanged extends Usable {
  readonly kind: 'unchanged'
}

/** The host's turn is too far off: other requests are queued, or the host asked for a rest. */
export interface Busy {
  readonly kind: 'busy'
  readonly retryAfterMs: number
  /** A redirect led to another site: this says nothing about the site that was requested. */
  readonly isElsewhere?: true | undefined
}

/** Refused by us, before anything was sent. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: 'private-address' | 'scheme' | 'port' | 'robots' | 'invalid-url' | 'credentials'
  /** Words for the owner that follow the name of the source: "leads to a private address (10.0.0.1)". */
  readonly message: string
}

export interface Failed {
  readonly kind: 'failed'
  readonly reason:
    | 'status'
    | 'network'
    | 'timeout'
    | 'too-large'
    | 'too-many-redirects'
    | 'decoding'
    | 'aborted'
  readonly status?: number
  /** Set if the server sent a Retry-After, or its robots.txt can't be read. */
  readonly retryAfterMs?: number
  /** The failure of the robots.txt, without which nothing of the site is fetched. */
  readonly isOfRobots?: true
  /** As in `Busy`. */
  readonly isElsewhere?: true | undefined
  /** As in `Refused`: "asks for a login (401)". */
  readonly message: string
}

/** Whether the same request may succeed later: the site is down, or limits all requests. */
export const isTransient = ({ reason, status = 0, isOfRobots }: Failed): boolean =>
  isOfRobots === true ||
  reason === 'network' ||
  reason === 'timeout' ||
  (reason === 'status' && (status >= 500 || status === 408 || status === 429))

export type FetchResult = Fetched | Unchanged | Busy | Refused | Failed
