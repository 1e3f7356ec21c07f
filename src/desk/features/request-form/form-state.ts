import type { IdList } from '../../../contract/ids.ts'
import { countIds, emptyIdList, uniteIds } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job-request.ts'
import type { JobKey, RequestDraft } from '../../library/records.ts'
import type { KeptScope, SkipScope } from '../../library/skips/skip-scope.ts'
import { readArticleCount } from './fields/article-count.ts'
import type { NotAnId } from '../../files/id-sink.ts'
import { addKeywords, allKeywords } from './fields/split-keywords.ts'

/** The form as it stands, half filled or not. */
export interface FormState {
  readonly keywords: readonly string[]
  readonly keywordText: string
  readonly category: string
  readonly articleCount: string
  readonly removeSignature: boolean
  readonly skipEverything: boolean
  readonly skipJobs: readonly JobKey[]
  /** What the chain has brought that the form was made from. */
  readonly skipChain: boolean
  /** What jobs of the category have brought that the form names. */
  readonly skipCategory: boolean
  /** Named lists, by id. */
  readonly skipLists: readonly string[]
  readonly idText: string
  /** What is too long for a text field: pasted at once, dropped as a file, or taken from an earlier request. */
  readonly idLists: readonly NamedIds[]
  readonly madeFrom?: JobKey | undefined
}

export interface NamedIds {
  readonly name: string
  readonly ids: IdList
  readonly repeatedCount: number
  readonly invalidCount: number
  readonly invalid: readonly NotAnId[]
}

export const blankForm: FormState = {
  keywords: [],
  keywordText: '',
  category: '',
  articleCount: '',
  removeSignature: false,
  skipEverything: false,
  skipJobs: [],
  skipChain: false,
  skipCategory: false,
  skipLists: [],
  idText: '',
  idLists: [],
}

export const namedIds = (name: string, ids: IdList): NamedIds => ({
  name,
  ids,
  repeatedCount: 0,
  invalidCount: 0,
  invalid: [],
})

/** Whether there is nothing in the form that an editor would miss. */
export function isBlank(form: FormState): boolean {
  return (
    JSON.stringify({ ...form, idLists: form.idLists.length }) === JSON.stringify({ ...blankForm, idLists: 0 })
  )
}

/**
 * The request the form stands for, but for the ids to skip, of which {@link scopeOf} says where they come from. Keywords
 * still being written count, and a wrong number is left to the service.
 */
export function requestOf(form: FormState): JobRequest {
  const count = readArticleCount(form.articleCount)
  return {
    keywords: addKeywords(form.keywords, allKeywords(form.keywordText)).keywords,
    category: form.category.trim() || undefined,
    articleCount: 'count' in count ? count.count : undefined,
    removeSignature: form.removeSignature,
    idsToSkip: emptyIdList,
  }
}

/** What the form would have skipped; with everything skipped there is nothing left to choose from the library. */
export function scopeOf(form: FormState, typed: IdList): SkipScope {
  return { ...keptScopeOf(form), pasted: [...form.idLists.map(({ ids }) => ids), typed] }
}

export function keptScopeOf(form: FormState): KeptScope {
  const category = form.category.trim()
  return {
    ...(form.skipEverything && { everything: true }),
    ...(!form.skipEverything && form.skipChain && form.madeFrom && { chain: form.madeFrom }),
    ...(!form.skipEverything && form.skipCategory && category && { category }),
    ...(!form.skipEverything && form.skipJobs.length > 0 && { jobs: form.skipJobs }),
    ...(form.skipLists.length > 0 && { lists: form.skipLists }),
  }
}

/** The form that stands for a request; its ids to skip become a list of their own. */
export function formOf(request: JobRequest | undefined, listName: string): FormState {
  if (!request) return blankForm
  return {
    ...blankForm,
    keywords: request.keywords,
    category: request.category ?? '',
    articleCount: request.articleCount === undefined ? '' : String(request.articleCount),
    removeSignature: request.removeSignature,
    idLists: countIds(request.idsToSkip) > 0 ? [namedIds(listName, request.idsToSkip)] : [],
  }
}

export function draftOf({ idLists, ...form }: FormState): RequestDraft {
  return { ...form, idsToSkip: uniteIds(idLists.map(({ ids }) => ids)) }
}

export function formOfDraft({ idsToSkip, idText = '', ...draft }: RequestDraft): FormState {
  const idLists = countIds(idsToSkip) > 0 ? [namedIds('Your list', idsToSkip)] : []
  const { skipLists, skipChain, skipCategory } = draft
  return {
    ...blankForm,
    ...draft,
    // An older desk knew nothing of these.
    skipChain: skipChain === true,
    skipCategory: skipCategory === true,
    skipLists: Array.isArray(skipLists) ? skipLists : [],
    idText,
    idLists,
  }
}
