// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyRichText } from './copy-rich-text.ts'

afterEach(() => vi.unstubAllGlobals())

const both = { text: 'a & b', html: '<p>a &amp; b</p>' }

describe('rich text on the clipboard', () => {
  it('comes in both forms', async () => {
    const items: Record<string, Blob>[] = []
    const write = ([item]: { forms: Record<string, Blob> }[]) => Promise.resolve(void items.push(item!.forms))
    vi.stubGlobal('navigator', { clipboard: { write } })
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly forms: Record<string, Blob>
        constructor(forms: Record<string, Blob>) {
          this.forms = forms
        }
      },
    )
    expect(await copyRichText(both)).toBe(true)
    expect(await items[0]!['text/html']!.text()).toBe(both.html)
    expect(await items[0]!['text/plain']!.text()).toBe(both.text)
  })

  it('is the words alone where the browser has no such clipboard', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    expect(await copyRichText(both)).toBe(true)
    expect(writeText).toHaveBeenCalledWith('a & b')
  })
})
