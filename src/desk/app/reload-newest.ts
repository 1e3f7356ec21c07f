/** Reloads the page in the newest version. Without this, the browser may show its cached one. */
export async function reloadNewest(): Promise<void> {
  const reload = () => location.reload()
  try {
    const { loadNewest } = await import('../offline/take-over.ts')
    await loadNewest(navigator.serviceWorker, reload)
  } catch {
    reload()
  }
}
