// Lets the prerendered sign-in page paint before the script that works it runs: the rest of the script is below this
// module in the bundle and waits for it. Doesn't wait if nothing is prerendered.
if (document.documentElement.dataset['showsForm']) await firstPaint()

/** Resolves in the task after a frame, which begins once that frame has been painted. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A background tab never paints.
    setTimeout(resolve, 250)
  })
}
