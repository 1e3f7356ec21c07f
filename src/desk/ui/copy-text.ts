/**
 * Plain text for the clipboard, and the same as rich text for programs that take it. We make the HTML ourselves and
 * escape all foreign text.
 */
export interface CopiedText {
  readonly text: string
  readonly html?: string | undefined
}

/**
 * Copies text to the clipboard. Resolves to whether it succeeded; rejects if the text can't be made. Must be called in
 * the click handler itself, even while the text is still being made: WebKit refuses a request made half a second later.
 * On plain http (any host but localhost) browsers lack `navigator.clipboard`, so a text area and `execCommand` are
 * used.
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

/** The formats must be known at once, so text that is still being made is copied as plain text only. */
function clipboardItem(made: Promise<CopiedText>, content: CopiedText | Promise<CopiedText>): ClipboardItem {
  const text = made.then(({ text }) => new Blob([text], { type: 'text/plain' }))
  // `made` reports the same error.
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
  // A dialog traps the focus: text outside it couldn't be selected.
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
