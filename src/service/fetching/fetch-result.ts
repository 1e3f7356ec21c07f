export interface FetchRequest {
  readonly url: string
  /** As the server sent them, byte for byte; sent back as If-None-Match and If-Modified-Since. */
  readonly validators?: Validators | undefined
  /** After decompression; 5 MiB unless said otherwise. */
  readonly maxBytes?: number | undefined
  /** For the exchanges with all redirects together, not for waiting for their turns; 20 s unless said otherwise. */
  readonly timeoutMs?: number | undefined
  /** Ends the fetch for this caller with 'aborted'; the exchange itself goes on while anyone else waits for it. */
  readonly signal?: AbortSignal | undefined
  /** When the host's turn is further away than this, the answer is 'busy'; 60 s unless said otherwise. */
  readonly waitAtMostMs?: number | undefined
}

export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** What every answer that can be used says: a new body, or that the one of last time still holds. */
interface Usable {
  /** Where the answer came from, after all redirects. */
  readonly url: string
  /** The new address, where every redirect was permanent (301, 308). */
  readonly movedTo?: string
  readonly validators: Validators
  /** From Cache-Control and Expires; 0 to a week. */
  readonly freshForMs: number
}

export interface Fetched extends Usable {
  readonly kind: 'fetched'
  readonly status: number
  /** As sent; '' where there was none. */
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface Unchanged extends Usable {
  readonly kind: 'unchanged'
}

/** The host's turn is too far off: others wait for it, or it asked for a rest. */
export interface Busy {
  readonly kind: 'busy'
  readonly retryAfterMs: number
}

/** By us, before anything was sent. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: 'private-address' | 'scheme' | 'port' | 'robots' | 'invalid-url' | 'credentials'
  /** In words for the owner that go on from the name of the source: "leads to a private address (10.0.0.1)". */
  readonly message: string
}

export interface Failed {
  readonly kind: 'failed'
  readonly reason:
    'status' | 'network' | 'timeout' | 'too-large' | 'too-many-redirects' | 'decoding' | 'aborted'
  readonly status?: number
  /** Where the server, or its unreadable robots.txt, says so. */
  readonly retryAfterMs?: number
  /** As in `Refused`: "asks for a login (401)". */
  readonly message: string
}

export type FetchResult = Fetched | Unchanged | Busy | Refused | Failed
