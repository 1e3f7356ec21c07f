import { expect, test } from 'vitest'
import { declaredCharset, decodeText } from './decode-text.ts'

const bytes = (text: string, charset: BufferEncoding) => Buffer.from(text, charset)

test.each([
  ['UTF-8', bytes('Žluť', 'utf8')],
  ['UTF-8 with a mark', bytes('\uFEFFŽluť', 'utf8')],
  ['UTF-16, little end first', bytes('\uFEFFŽluť', 'utf16le')],
  ['UTF-16, big end first', bytes('\uFEFFŽluť', 'utf16le').swap16()],
])('%s is read, without its mark', (_, content) => {
  expect(decodeText(content)).toBe('Žluť')
})

test('a page is read in the charset that it declares', () => {
  const page = bytes('<meta http-equiv=x content="text/html; charset=windows-1252">Caf\xe9', 'latin1')
  expect(decodeText(page, declaredCharset(page))).toContain('Café')
  expect(declaredCharset(bytes('<meta charset=utf-16>', 'latin1'))).toBe('utf-8')
  expect(declaredCharset(bytes('<p>charset=x', 'latin1'))).toBeUndefined()
})

test('anything else is refused, not guessed', () => {
  expect(() => decodeText(bytes('Caf\xe9', 'latin1'))).toThrow('is not UTF-8 text')
})
