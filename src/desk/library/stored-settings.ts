import type { RequestDraft } from './records.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'

const draftName = 'request-draft'

/** The unfinished request and the settings of the account. */
export interface SettingMethods {
  draft(): Promise<RequestDraft | undefined>
  saveDraft(draft: RequestDraft): Promise<void>
  /** Deletes the draft if one of these forms has saved it; one without a `formId` counts as saved by undefined. */
  discardDraft(formIds: readonly RequestDraft['formId'][]): Promise<void>
  /** A setting of the account. A corrupt one reads as undefined. */
  setting(name: string): Promise<unknown>
  saveSetting(name: string, value: unknown): Promise<void>
}

export function storedSettings({ store, changes }: LibraryDependencies): SettingMethods {
  const setting = (name: string): Promise<unknown> =>
    store.transaction('readonly', ['settings'], async ({ settings }) => (await settings.get(name))?.value)
  const saveSetting = (name: string, value: unknown): Promise<void> =>
    store.transaction(
      'readwrite',
      ['settings'],
      async ({ settings }) => {
        await (value === undefined ? settings.delete(name) : settings.put({ name, value }))
      },
      `setting ${name}`,
    )
  return {
    setting,
    async saveSetting(name, value) {
      await saveSetting(name, value)
      // What is chosen on a page is shown there at once.
      changes.announce({ jobs: [], settings: true, origin: 'page' })
    },
    async draft() {
      const draft = await setting(draftName)
      return isDraft(draft) ? draft : undefined
    },
    saveDraft: (draft) => saveSetting(draftName, draft),
    discardDraft: (formIds) =>
      store.transaction('readwrite', ['settings'], async ({ settings }) => {
        const draft = (await settings.get(draftName))?.value
        if (isDraft(draft) && formIds.includes(draft.formId)) await settings.delete(draftName)
      }),
  }
}

/** Rejects damaged drafts and drafts of older desks: an empty form is better than one that fails to render. */
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
