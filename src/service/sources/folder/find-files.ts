import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

export type FoundFile = { readonly path: string } | { readonly path: string; readonly refused: string }

/**
 * Yields every file below a folder, in a stable order. Links are not followed: they may lead out of the folder, or in
 * circles. Hidden files are not meant for readers and are skipped.
 */
export async function* findFiles(folder: string): AsyncGenerator<FoundFile> {
  const entries = []
  for await (const entry of await opendir(folder)) entries.push(entry)
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isSymbolicLink()) yield { path, refused: 'is a link; links are not followed' }
    else if (entry.isDirectory()) yield* findFilesIn(path)
    else if (entry.isFile()) yield { path }
    else yield { path, refused: 'is not a regular file' }
  }
}

async function* findFilesIn(folder: string): AsyncGenerator<FoundFile> {
  try {
    yield* findFiles(folder)
  } catch (error) {
    yield {
      path: folder,
      refused: `can't be opened (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    }
  }
}
