import type { Named, Step } from './records.ts'
import { newId } from './store/store.ts'
import { logStep } from './undo/undo-log.ts'
import { withValidTimes } from './records.ts'
import { compareNames } from './compare-names.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'

/** Requests and views that the editor has named. */
export interface NamedMethods {
  /** Presets of requests, or views of the library, by name. */
  named(kind: Named['kind']): Promise<Named[]>
  /** Creates one, or changes the one with the given key. */
  saveNamed(named: Pick<Named, 'kind' | 'name' | 'value'> & { key?: string }): Promise<Named>
  /** @returns its step, which can be undone; undefined if there was nothing to delete */
  deleteNamed(key: string): Promise<Step | undefined>
}

export function presetsAndViews({ store, changes, now }: LibraryDependencies): NamedMethods {
  return {
    named: (kind) =>
      store.transaction('readonly', ['named'], async ({ named }) =>
        (await named.all())
          .map(withValidTimes)
          .filter((record) => record.kind === kind)
          .sort((a, b) => compareNames(a.name, b.name)),
      ),

    async saveNamed({ kind, key = `${kind}/${newId()}`, name, value }) {
      const at = now()
      const saved = await store.transaction('readwrite', ['named'], async ({ named }) => {
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
      changes.announce({ named: true })
      return saved
    },

    async deleteNamed(key) {
      const at = now()
      const step = await store.transaction('readwrite', ['named', 'steps', 'settings'], async (tables) => {
        const was = await tables.named.get(key)
        if (!was) return undefined
        const before = { named: [{ key, was }] }
        await tables.named.delete(key)
        return logStep(tables, { kind: `delete-${was.kind}`, name: was.name }, { at, count: 1, before })
      })
      if (step) changes.announce({ named: true })
      return step
    },
  }
}
