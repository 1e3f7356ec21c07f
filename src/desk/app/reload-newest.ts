/** Loads the page anew, in the newest version there is: by itself the browser may give it the one it has kept. */
export async function reloadNewest(): Promise<void> {
  const reload = () => location.reload()
  try {
    const { loadNewest } = await import('../offline/take-over.ts')
    await loadNewest(navigator.serviceWorker, reload)
  } catch {
    reload()
  }
}
