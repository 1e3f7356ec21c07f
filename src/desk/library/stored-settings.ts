import type { Library } from './library.ts'
import type { RequestDraft } from './records.ts'
import type { StoredLibraryParts } from './library-parts.ts'

const draftName = 'request-draft'

/** Small things of the account: the half-filled form and its settings. */
export function storedSettings({
  store,
}: StoredLibraryParts): Pick<Library, 'draft' | 'saveDraft' | 'setting' | 'saveSetting'> {
  const setting = (name: string): Promise<unknown> =>
    store.transact('read', async ({ settings }) => (await settings.get(name))?.value)
  const saveSetting = (name: string, value: unknown): Promise<void> =>
    store.transact('write', async ({ settings }) => {
      await (value === undefined ? settings.delete(name) : settings.put({ name, value }))
    })
  return {
    setting,
    saveSetting,
    async draft() {
      const draft = await setting(draftName)
      return isDraft(draft) ? draft : undefined
    },
    saveDraft: (draft) => saveSetting(draftName, draft),
  }
}

/** A draft of an older desk, or a damaged one, is set aside: an empty form is better than one that can't be drawn. */
function isDraft(value: unknown): value is RequestDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Partial<Record<keyof RequestDraft, unknown>>
  const ids = draft.idsToSkip as Partial<RequestDraft['idsToSkip']> | undefined
  return (
    Array.isArray(draft.keywords) &&
    Array.isArray(draft.skipJobs) &&
    typeof draft.category === 'string' &&
    typeof draft.articleCount === 'string' &&
    typeof draft.keywordText === 'string' &&
    typeof draft.removeSignature === 'boolean' &&
    typeof draft.skipEverything === 'boolean' &&
    ArrayBuffer.isView(ids?.numbers) &&
    Array.isArray(ids?.strings)
  )
}
