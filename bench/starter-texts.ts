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
    .map((file) => readFrontMatter(readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')))
    .filter(({ rerunOf }) => !rerunOf)
    .map(({ body }) => toPlainText(body))
}
