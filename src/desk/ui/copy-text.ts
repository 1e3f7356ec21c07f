/** Text for the clipboard, and the same as rich text for programs that take it: made by us, everything foreign escaped. */
export interface CopiedText {
  readonly text: string
  readonly html?: string | undefined
}

/**
 * Puts text on the clipboard; resolves to whether it is there, and rejects where the text can't be made. Must be called
 * in the click itself, also while the text is still being made: WebKit refuses what is asked for half a second later. On
 * plain http (any host but localhost) browsers give no `navigator.clipboard`, so a text area and the old command stand in.
 */
export async function copyText(content: CopiedText | Promise<CopiedText>): Promise<boolean> {
  const made = Promise.resolve(content)
  try {
    await navigator.clipboard.write([clipboardItem(made, content)])
    return true
  } catch {
    return copyAsText((await made).text)
  }
}

/** Which forms there are has to be known at once, so what is still being made is plain text alone. */
function clipboardItem(made: Promise<CopiedText>, content: CopiedText | Promise<CopiedText>): ClipboardItem {
  const text = made.then(({ text }) => new Blob([text], { type: 'text/plain' }))
  // Told by `made` as well.
  text.catch(() => {})
  const html = 'html' in content ? content.html : undefined
  return new ClipboardItem({
    'text/plain': text,
    ...(html !== undefined && { 'text/html': new Blob([html], { type: 'text/html' }) }),
  })
}

async function copyAsText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
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
