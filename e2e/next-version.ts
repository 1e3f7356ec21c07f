import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeOfflineWorker } from '../scripts/offline-worker.ts'
import { deskContentSecurityPolicy } from '../src/service/http/security-headers.ts'

export interface NextVersion {
  /** The desk folder to start the service with. */
  readonly folder: string
  dispose(): void
}

/** Copies the built desk as a later build: with another page, and a chunk with another name. */
export async function makeNextVersion(): Promise<NextVersion> {
  const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-next-'))
  cpSync('dist/desk', folder, { recursive: true })
  renamePart(folder, 'shortcuts-dialog')
  const page = path.join(folder, 'index.html')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('</head>', '<meta name="version" content="next" /></head>'),
  )
  for (const file of filesOf(folder)) if (/\.(br|gz)$/.test(file)) rmSync(file)
  await writeOfflineWorker(folder, deskContentSecurityPolicy)
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

function renamePart(folder: string, part: string): void {
  const file = filesOf(folder).find((file) => path.basename(file).startsWith(part) && file.endsWith('.js'))
  if (!file) throw new Error(`The build has no part ${part}`)
  const renamed = `${part}-Next1234.js`
  for (const script of filesOf(folder)) {
    if (!/\.(js|html)$/.test(script)) continue
    const code = readFileSync(script, 'utf8')
    if (code.includes(path.basename(file)))
      writeFileSync(script, code.replaceAll(path.basename(file), renamed))
  }
  renameSync(file, path.join(path.dirname(file), renamed))
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
