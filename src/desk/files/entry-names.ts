import type { ExportArticle } from './export-article.ts'
import { safeStem } from './file-name.ts'

/**
 * Names for the files of an archive, each given once: `17_Wind power at sea.md` is `17_Wind-power-at-sea.md`. Told
 * apart without regard to case, because two systems of three do not tell `A.md` from `a.md`.
 */
export function createEntryNames(extension: string): (article: ExportArticle) => string {
  const given = new Set<string>()
  return ({ id, title }) => {
    const stem = safeStem([String(id), title], longestStemBytes)
    let name = `${stem}.${extension}`
    for (let copy = 2; given.has(name.toLowerCase()); copy += 1) name = `${stem}_${copy}.${extension}`
    given.add(name.toLowerCase())
    return name
  }
}

/** Short enough to be unpacked into a folder that lies deep: Windows ends a whole path at 260 characters. */
const longestStemBytes = 100
