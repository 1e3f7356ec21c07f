import { unzipSync } from 'fflate'

/**
 * The tables and lists in a ZIP archive as one text to read ids from; undefined where there are none, as in a Word
 * document, and where it is damaged. Tables with the same header become one, which is what our own export of a file an article comes to.
 *
 * @param largestBytes what more there is after that, unpacked, is not looked at: a small archive may unpack without end
 */
export function textOfArchive(archive: Uint8Array, largestBytes: number): string | undefined {
  const texts = filesOf(archive, largestBytes).map((file) => new TextDecoder().decode(file))
  const header = /^[^\r\n]*\r?\n/.exec(texts[0] ?? '')?.[0]
  const isTable = header !== undefined && texts.every((text) => text.startsWith(header))
  const parts = isTable ? [header, ...texts.map((text) => text.slice(header.length))] : texts
  return parts.length === 0 ? undefined : parts.join(isTable ? '' : '\n')
}

function filesOf(archive: Uint8Array, largestBytes: number): Uint8Array[] {
  let bytes = 0
  try {
    return Object.values(
      unzipSync(archive, {
        filter: ({ name, originalSize }) =>
          /\.(?:csv|json|jsonl)$/i.test(name) && (bytes += originalSize) <= largestBytes,
      }),
    )
  } catch {
    return []
  }
}
