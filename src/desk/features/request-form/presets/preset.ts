import type { IdList } from '../../../../contract/ids.ts'
import { countIds, readIdList, uniteIds } from '../../../../contract/ids.ts'
import {
  blankForm,
  namedIds,
  readText,
  readTexts,
  type FormState,
  addKeywords,
  allKeywords,
} from '../form-state.ts'

/** A saved form. It keeps where ids to skip come from rather than the ids; pasted ones are kept as they are. */
export interface Preset {
  readonly keywords: readonly string[]
  readonly category: string
  readonly articleCount: string
  readonly removeSignature: boolean
  readonly skipEverything: boolean
  readonly skipCategory: boolean
  readonly skipLists: readonly string[]
  readonly skipJobs: readonly string[]
  readonly pasted: IdList
}

/**
 * The chain is left out: it belongs to a single request.
 *
 * @param typed the ids in the form's text
 */
export function presetOf(form: FormState, typed: IdList): Preset {
  const { category, articleCount, removeSignature, skipEverything, skipCategory, skipLists, skipJobs } = form
  return {
    keywords: addKeywords(form.keywords, allKeywords(form.keywordText)).keywords,
    category,
    articleCount,
    removeSignature,
    skipEverything,
    skipCategory,
    skipLists,
    skipJobs,
    pasted: uniteIds([...form.idLists.map(({ ids }) => ids), typed]),
  }
}

/** The form for a preset. It may be of an older version or damaged: what can't be read is left blank. */
export function formOfPreset(value: unknown, name: string): FormState {
  const preset = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof Preset, unknown>
  >
  const pasted = readIdList(preset.pasted)
  return {
    ...blankForm,
    keywords: readTexts(preset.keywords),
    category: readText(preset.category),
    articleCount: readText(preset.articleCount),
    removeSignature: preset.removeSignature === true,
    skipEverything: preset.skipEverything === true,
    skipCategory: preset.skipCategory === true,
    skipLists: readTexts(preset.skipLists),
    skipJobs: readTexts(preset.skipJobs),
    idLists: countIds(pasted) > 0 ? [namedIds(name, pasted)] : [],
  }
}
