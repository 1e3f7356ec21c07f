/** Most file systems end a name at 255 bytes; the rest is room for the " (1)" a browser adds. */
const longestNameBytes = 200

/** Names Windows keeps for its devices, whatever the extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/**
 * The name of an export: what it holds, of what, and the day, as in `ids_job-42_selected_2026-01-31.csv`.
 * Parts may be anything an editor or a service typed: a path, a device's name, a text that turns the extension
 * round, or 300 bytes come out harmless.
 */
export function fileName(parts: readonly string[], day: Date, extension: string): string {
  const ending = `_${isoDay(day)}.${extension}`
  return safeStem(parts, longestNameBytes - ending.length) + ending
}

/** A file's name before its extension, made of parts that may be anything, of at most so many bytes; never empty. */
export function safeStem(parts: readonly string[], longestBytes: number): string {
  const stem = parts.map(cleanPart).filter(Boolean).join('_') || 'export'
  const short = shorten(reserved.test(stem) ? `_${stem}` : stem, longestBytes)
  return short.replace(/[.-]+$/, '') // Windows drops a dot at the end, and so would find another file
}

/** The editor's own calendar day: a file made this evening should not be dated tomorrow. */
function isoDay(day: Date): string {
  const month = String(day.getMonth() + 1).padStart(2, '0')
  return `${day.getFullYear()}-${month}-${String(day.getDate()).padStart(2, '0')}`
}

function cleanPart(part: string): string {
  return part
    .normalize('NFC')
    .replaceAll(/\p{C}/gu, '') // controls, marks that turn writing round, halves of characters
    .replaceAll(/[\s\\/:*?"<>|%#_]+/gu, '-')
    .replaceAll(/^[.\-~]+|[.-]+$/g, '')
}

function shorten(stem: string, bytes: number): string {
  const encoder = new TextEncoder()
  let length = 0
  let kept = ''
  for (const character of stem) {
    length += encoder.encode(character).length
    if (length > bytes) break
    kept += character
  }
  return kept
}
