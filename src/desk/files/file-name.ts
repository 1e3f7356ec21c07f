import { localDay } from './local-day.ts'

/** Most file systems limit names to 255 bytes. Leaves room for the " (1)" that a browser adds. */
const longestNameBytes = 200

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/**
 * The name of an export: content, source and day, as in `ids_job-42_selected_2026-01-31.csv`. The parts may be any
 * input of an editor or a service: paths, device names, bidi controls that reverse the extension and long texts are
 * made harmless.
 */
export function fileName(parts: readonly string[], day: Date, extension: string): string {
  const ending = `_${localDay(day.getTime())}.${extension}`
  return safeStem(parts, longestNameBytes - ending.length) + ending
}

/** Makes a file name without extension from arbitrary parts, within the byte limit; never empty. */
export function safeStem(parts: readonly string[], longestBytes: number): string {
  const stem = parts.map(cleanPart).filter(Boolean).join('_') || 'export'
  const short = shorten(reserved.test(stem) ? `_${stem}` : stem, longestBytes)
  return short.replace(/[.-]+$/, '') // Windows drops a dot at the end, and so would find another file
}

function cleanPart(part: string): string {
  return part
    .normalize('NFC')
    .replaceAll(/\p{C}/gu, '') // controls, bidi marks, lone surrogates
    .replaceAll(/[\s\\/:*?"<>|%#_,]+/gu, '-')
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
