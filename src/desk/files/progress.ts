const tellEveryMs = 250

/** Passes on the first number at once, and then at most four a second: each one redraws the page. */
export function throttled(onProgress: ((done: number) => void) | undefined): (done: number) => void {
  let toldAt = -Infinity
  return (done) => {
    const at = performance.now()
    if (at - toldAt < tellEveryMs) return
    toldAt = at
    onProgress?.(done)
  }
}

export interface PacedWork {
  readonly signal?: AbortSignal | undefined
  /** Called with the number of items done, several times a second and once at the end. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/**
 * Passes items on one by one, each when the work on the one before is done, and yields to other work every
 * {@link sliceMs}.
 *
 * @throws what the items throw, and the signal's abort reason
 */
export async function* paced<Item>(
  items: AsyncIterable<Item>,
  { signal, onProgress }: PacedWork,
): AsyncGenerator<Item, void, undefined> {
  const tell = throttled(onProgress)
  let done = 0
  let restedAt = performance.now()
  signal?.throwIfAborted()
  for await (const item of items) {
    yield item
    done += 1
    if (performance.now() - restedAt > sliceMs) {
      tell(done)
      await new Promise((resolve) => setTimeout(resolve))
      restedAt = performance.now()
    }
    signal?.throwIfAborted()
  }
  onProgress?.(done)
}

/** Well below the 50 ms from which a page feels unresponsive. */
const sliceMs = 20
