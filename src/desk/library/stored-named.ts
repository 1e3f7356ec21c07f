import type { Library } from './library.ts'
import { newId } from './new-id.ts'
import { logStep } from './marks/undo-log.ts'
import type { StoredLibraryParts } from './library-parts.ts'

/** Requests and views that the editor gave names. */
export function storedNamed({
  store,
  changes,
  now,
}: StoredLibraryParts): Pick<Library, 'named' | 'saveNamed' | 'deleteNamed'> {
  return {
    named: (kind) =>
      store.transact('read', async ({ named }) =>
        (await named.all())
          .filter((record) => record.kind === kind)
          .sort((a, b) => a.name.localeCompare(b.name)),
      ),

    async saveNamed({ kind, key = `${kind}/${newId()}`, name, value }) {
      const at = now()
      const saved = await store.transact('write', async ({ named }) => {
        const record = {
          key,
          kind,
          name,
          value,
          createdAt: (await named.get(key))?.createdAt ?? at,
          updatedAt: at,
        }
        await named.put(record)
        return record
      })
      changes.announce({ jobs: [], named: true })
      return saved
    },

    async deleteNamed(key) {
      const at = now()
      await store.transact('write', async (tables) => {
        const was = await tables.named.get(key)
        if (!was) return
        const before = { named: [{ key, was }] }
        await logStep(tables, { kind: `delete-${was.kind}`, name: was.name }, { at, count: 1, before })
        await tables.named.delete(key)
      })
      changes.announce({ jobs: [], named: true, steps: true })
    },
  }
}
