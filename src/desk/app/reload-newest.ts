/** Reloads the page in the newest version there is: left alone, the browser may show the one it has cached. */
export async function reloadNewest(): Promise<void> {
  const reload = () => location.reload()
  try {
    const { loadNewest } = await import('../offline/take-over.ts')
    await loadNewest(navigator.serviceWorker, reload)
  } catch {
    reload()
  }
}
