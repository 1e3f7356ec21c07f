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
