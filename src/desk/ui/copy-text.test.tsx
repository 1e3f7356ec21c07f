import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

type Forms = Record<string, Blob | Promise<Blob>>

let written: Forms[]

/** A clipboard that, like a browser's, takes the formats at once and reads the promised contents. */
function stubClipboard() {
  written = []
  const write = async ([item]: { forms: Forms }[]) => {
    written.push(item!.forms)
    await Promise.all(Object.values(item!.forms).map((form) => Promise.resolve(form)))
  }
  vi.stubGlobal('navigator', { clipboard: { write } })
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly forms: Forms
      constructor(forms: Forms) {
        this.forms = forms
      }
    },
  )
}

afterEach(() => vi.unstubAllGlobals())

const both = { text: 'a & b', html: '<p>a &amp; b</p>' }
const contentOf = async (form: Blob | Promise<Blob> | undefined) => (await form)?.text()

describe('copied text', () => {
  it('is on the clipboard in both formats', async () => {
    stubClipboard()
    expect(await copyText(both)).toBe(true)
    expect(await contentOf(written[0]!['text/html'])).toBe(both.html)
    expect(await contentOf(written[0]!['text/plain'])).toBe(both.text)
  })

  it('is requested during the click, even if it is made later', async () => {
    stubClipboard()
    let resolve: (made: { text: string }) => void = () => {}
    const copied = copyText(new Promise((made) => (resolve = made)))
    expect(written).toHaveLength(1)
    resolve({ text: '1\n2' })
    expect(await copied).toBe(true)
    expect(Object.keys(written[0]!)).toEqual(['text/plain'])
    expect(await contentOf(written[0]!['text/plain'])).toBe('1\n2')
  })

  it('is plain text if the browser’s clipboard supports no more', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    expect(await copyText(both)).toBe(true)
    expect(writeText).toHaveBeenCalledWith('a & b')
  })

  it('is not reported as copied if it could not be made', async () => {
    stubClipboard()
    await expect(copyText(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  })
})
