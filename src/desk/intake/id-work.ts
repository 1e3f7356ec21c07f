import { countIds, unpackIds } from '../../contract/ids.ts'
import type { IdFormat } from '../files/id-file.ts'
import type { ParsedIds } from '../files/id-sink.ts'
import type { Library } from '../library/library.ts'
import type { SkipScope } from '../library/skips/skip-scope.ts'

/** What was found in a file or a text, or why it could not be read, in words for the editor. */
export type IdReading = ParsedIds | { readonly problem: string }

/** What goes through a list of ids: in the worker, since a million take longer than a page may stand still. */
export interface IdWork {
  /** The ids in anything an editor may paste or drop; see `parseIds`. Never rejects for what is in it. */
  readIds(source: File | string): Promise<IdReading>
  /** The ids of a scope as a file, and how many they are. */
  makeIdFile(scope: SkipScope, format: IdFormat): Promise<{ file: Blob; count: number }>
}

/** Its readers and writers are fetched when they are first wanted: a job can be watched without them. */
export function idWork(library: Library): IdWork {
  return {
    async readIds(source) {
      const { parseIds } = await import('../files/parse-ids.ts')
      if (typeof source === 'string') return parseIds(source)
      const { readIdFile, UnreadableFile } = await import('../files/read-id-file.ts')
      try {
        return parseIds(await readIdFile(source))
      } catch (error) {
        const problem = error instanceof UnreadableFile ? error.message : `${source.name} could not be read.`
        return { problem }
      }
    },

    async makeIdFile(scope, format) {
      const { idFile } = await import('../files/id-file.ts')
      const { ids } = await library.skipIds(scope)
      const { text, mediaType } = idFile(unpackIds(ids), format)
      return { file: new Blob([text], { type: mediaType }), count: countIds(ids) }
    },
  }
}
