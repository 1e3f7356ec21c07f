import { countIds, emptyIdList, subtractIds, uniteIds, unpackIds, type IdList } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import { type IdWork, maxShownIds } from '../worker-protocol/worker-api.ts'

/** Its readers and writers are lazy: watching a job doesn't need them. */
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

    async countSkips(scope) {
      const { ids, ...total } = await library.skipIds(scope)
      return { ...total, count: countIds(ids), shown: firstOf(ids) }
    },

    async shownRequest(key) {
      const request = await library.request(key)
      if (!request) return undefined
      const { idsToSkip } = request
      return { request: { ...request, idsToSkip: firstOf(idsToSkip) }, skipCount: countIds(idsToSkip) }
    },

    async ownSkips(key, lists) {
      const { idsToSkip = emptyIdList } = (await library.request(key)) ?? {}
      if (countIds(idsToSkip) === 0) return idsToSkip
      const { ids: known } = await library.skipIds({ everything: true, lists })
      const [released, forgotten] = [await library.listIds('released'), await library.listIds('forgotten')]
      return subtractIds(idsToSkip, uniteIds([known, released, forgotten]))
    },

    async makeIdFile(scope, format) {
      const { idFile } = await import('../files/id-file.ts')
      const { ids } = await library.skipIds(scope)
      const { text, mediaType } = idFile(unpackIds(ids), format)
      return { file: new Blob([text], { type: mediaType }), count: countIds(ids) }
    },
  }
}

function firstOf({ numbers, strings }: IdList): IdList {
  const first = numbers.slice(0, maxShownIds)
  return { numbers: first, strings: strings.slice(0, maxShownIds - first.length) }
}
