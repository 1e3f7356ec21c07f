/**
 * Puts text on the clipboard; resolves to whether it is there. On plain http (any host but localhost) browsers
 * give no `navigator.clipboard`, so a text area and the old command stand in. Must be called from a click.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** The same text twice: as it reads, and as rich text for programs that take it. Without the latter where the browser can't. */
export async function copyRichText({ text, html }: { text: string; html: string }): Promise<boolean> {
  try {
    const asBlob = (content: string, type: string) => new Blob([content], { type })
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': asBlob(text, 'text/plain'),
        'text/html': asBlob(html, 'text/html'),
      }),
    ])
    return true
  } catch {
    return copyText(text)
  }
}

function copyByCommand(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // A dialog keeps the focus within itself: text outside of it could not be selected.
  const host = before?.closest('[role="dialog"], dialog') ?? document.body
  host.append(area)
  try {
    area.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
