import { copyText } from './copy-text.ts'

/**
 * Puts text on the clipboard in both forms, so that a writing program takes headings and paragraphs, and a plain field
 * the words; resolves to whether it is there. Where a browser gives no such clipboard, as on plain http, the words alone
 * are copied. Must be called from a click.
 *
 * @param html made by us, everything foreign in it escaped
 */
export async function copyRichText({ text, html }: { text: string; html: string }): Promise<boolean> {
  try {
    const forms = { 'text/plain': text, 'text/html': html }
    const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })] as const)
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    return true
  } catch {
    return copyText(text)
  }
}
