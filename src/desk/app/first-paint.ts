// The sign-in page that came with the document is painted before the script that works it runs: all of that script
// stands below this one in its file and waits for it. Where there is nothing to be seen yet, nothing waits.
if (document.documentElement.dataset['showsForm']) await firstPaint()

/** The task after a frame begins when that frame has been painted. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A tab in the background paints nothing.
    setTimeout(resolve, 250)
  })
}
