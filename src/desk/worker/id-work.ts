import { countIds, unpackIds } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import type { IdWork } from '../intake/intake.ts'

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
