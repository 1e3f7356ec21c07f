import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFrontMatter } from '../src/service/sources/front-matter.ts'
import { toPlainText } from '../src/service/sources/plain-text.ts'

const folder = fileURLToPath(new URL('../src/service/sources/starter-collection', import.meta.url))

/**
 * The texts of the starter collection without its reruns. Read directly, since only Vite can load
 * `readStarterCollection`.
 */
export function starterTexts(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n'))
    .filter((text) => !/^rerun-of: /m.test(text))
    .map((text) => toPlainText(readFrontMatter(text).body))
}
