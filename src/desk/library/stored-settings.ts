import { draftSetting, type JobKey, type RequestDraft } from './records.ts'
import type { LibraryDependencies } from './store/library-dependencies.ts'
import type { Tables } from './store/store.ts'

/** The forms whose draft was deleted last. */
const discardedDraftSetting = 'device/discarded-draft'

/** A draft without a `formId` counts as saved by undefined. */
export type FormIds = readonly RequestDraft['formId'][]

/** The unfinished request and the settings of the account. */
export interface SettingMethods {
  draft(): Promise<RequestDraft | undefined>
  saveDraft(draft: RequestDraft): Promise<void>
  /** Saves a draft again that another form's has replaced, unless there is one, or it was deleted as this form's. */
  bringBackDraft(draft: RequestDraft): Promise<void>
  /** Notes that the draft is being sent as this request, if one of these forms has saved it. */
  noteDraftSent(formIds: FormIds, sentAs: JobKey): Promise<void>
  /** Deletes the draft if one of these forms has saved it, or if it was sent as one of these requests. */
  discardDraft(formIds: FormIds): Promise<void>
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
      changes.announce({ settings: true, origin: 'page' })
    },
    draft: () => store.transaction('readonly', ['settings'], readDraft),
    saveDraft: (draft) => saveSetting(draftSetting, draft),
    bringBackDraft: (draft) =>
      store.transaction('readwrite', ['settings'], async ({ settings }) => {
        if (await readDraft({ settings })) return
        const discarded = (await settings.get(discardedDraftSetting))?.value
        if (Array.isArray(discarded) && discarded.includes(draft.formId)) return
        await settings.put({ name: draftSetting, value: draft })
      }),
    noteDraftSent: (formIds, sentAs) =>
      store.transaction('readwrite', ['settings'], async ({ settings }) => {
        const draft = await readDraft({ settings })
        if (draft && formIds.includes(draft.formId))
          await settings.put({ name: draftSetting, value: { ...draft, sentAs } })
      }),
    discardDraft: (formIds) =>
      store.transaction('readwrite', ['settings'], async ({ settings }) => {
        const draft = await readDraft({ settings })
        if (!draft || ![draft.formId, draft.sentAs ?? draft.formId].some((id) => formIds.includes(id))) return
        await settings.delete(draftSetting)
        await settings.put({ name: discardedDraftSetting, value: formIds })
      }),
  }
}

async function readDraft({ settings }: Pick<Tables, 'settings'>): Promise<RequestDraft | undefined> {
  const draft = (await settings.get(draftSetting))?.value
  return isDraft(draft) ? draft : undefined
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
