import type { IdList } from '../../../contract/ids.ts'
import { countIds, emptyIdList, readIdList, uniteIds } from '../../../contract/ids.ts'
import type { JobRequest } from '../../../contract/job.ts'
import { fold } from '../../../text/fold.ts'
import type { JobKey, KeptScope, RequestDraft } from '../../library/records.ts'
import type { SkipScope } from '../../library/skips/skip-scope.ts'
import { noTypedIds, type ArticleIds, type NamedIds } from '../../worker-client/typed-ids.ts'

/** State of the form, complete or not. */
export interface FormState extends ArticleIds {
  readonly keywords: readonly string[]
  readonly keywordText: string
  readonly category: string
  readonly articleCount: string
  readonly removeSignature: boolean
  readonly skipEverything: boolean
  readonly skipJobs: readonly JobKey[]
  /** Skips what the chain of `madeFrom` has brought. */
  readonly skipChain: boolean
  /** Skips what earlier jobs of the same category have brought. */
  readonly skipCategory: boolean
  /** Ids of named lists. */
  readonly skipLists: readonly string[]
  readonly madeFrom?: JobKey | undefined
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

export const namedIds = (name: string, ids: IdList): NamedIds => ({ ...noTypedIds, name, ids })

/**
 * Whether the form holds nothing an editor would miss.
 *
 * @param blank how a new form starts
 */
export function isBlank(form: FormState, blank: FormState): boolean {
  return form.idLists.length === 0 && JSON.stringify(form) === JSON.stringify(blank)
}

/**
 * The request without its ids to skip, whose sources are in {@link scopeOf}. Includes the keyword being typed; an
 * invalid number is left to the service.
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

/** The sources of the ids to skip. If everything is skipped, chain, category and jobs add nothing. */
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

/** The form for a request; its ids to skip become a list of their own. */
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

export function draftOf({ idLists, ...form }: FormState, formId: string, isUnedited?: boolean): RequestDraft {
  return { ...form, formId, isUnedited, idsToSkip: uniteIds(idLists.map(({ ids }) => ids)) }
}

/** The form for a draft. It may be of an older version or from a damaged backup: what can't be read is left blank. */
export function formOfDraft(saved: RequestDraft): FormState {
  const { idsToSkip, idText, madeFrom, skipChain, skipCategory, ...others } = saved
  const { formId: _, sentAs: __, isUnedited: ___, ...draft } = others
  const ids = readIdList(idsToSkip)
  return {
    ...blankForm,
    ...draft,
    keywords: readTexts(draft.keywords),
    skipJobs: readTexts(draft.skipJobs),
    skipLists: readTexts(draft.skipLists),
    skipChain: skipChain === true,
    skipCategory: skipCategory === true,
    idText: readText(idText),
    idLists: countIds(ids) > 0 ? [namedIds('Your list', ids)] : [],
    madeFrom: readText(madeFrom) || undefined,
  }
}

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

type ArticleCount = { readonly count: number | undefined } | { readonly error: string }

/** Reads the field "Number of articles"; if blank, the service decides. Accepts "1,000", "1 000" and "１０００". */
export function readArticleCount(text: string): ArticleCount {
  const digits = fold(text).replace(/\s|(?<=\d)[,.'](?=\d{3}(?!\d))/g, '')
  if (digits === '') return { count: undefined }
  if (!/^\d+$/.test(digits)) return { error: 'Enter a whole number, such as 50, or leave it blank.' }
  const count = Number(digits)
  if (count === 0) return { error: 'Ask for at least 1 article, or leave it blank.' }
  return Number.isSafeInteger(count) ? { count } : { error: 'That number is too large.' }
}

/** Text of the keyword field: finished keywords, and the one being typed. */
interface SplitKeywords {
  readonly complete: readonly string[]
  readonly rest: string
}

/**
 * Splits at commas, semicolons, tabs and line ends, except within quotes, which mark a phrase. The last piece is still
 * being typed, and so is everything after an unclosed quote.
 */
export function splitKeywords(text: string): SplitKeywords {
  const pieces: string[] = []
  let start = 0
  let closing: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (closing) closing = closing.includes(character) ? undefined : closing
    // Within or after a word it is a sign for inches, or part of a Hebrew abbreviation.
    else if (character in closingQuotes && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)))
      closing = closingQuotes[character]
    else if (keywordSeparator.test(character)) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  return { complete: pieces.map(tidy).filter(Boolean), rest: text.slice(start) }
}

/** Like {@link splitKeywords}, but nothing more will be typed: an unclosed quote is an ordinary character. */
export function allKeywords(text: string): string[] {
  const { complete, rest } = splitKeywords(text)
  const last = rest.split(keywordSeparator).map(tidy).filter(Boolean)
  return [...complete, ...(isClosed(rest) ? [tidy(rest)].filter(Boolean) : last)]
}

/** Whether a word outside quotes begins with "-": a search of articles excludes it, but the service wants it. */
export const hasExclusion = (keyword: string): boolean =>
  splitKeywords(`${keyword},`.replace(/\s/g, ',')).complete.some((word) => /^-.*[\p{L}\p{N}]/u.test(word))

/** Adds keywords without duplicates; `repeated` are those that were already there. */
export function addKeywords(keywords: readonly string[], more: readonly string[]) {
  const all = [...keywords]
  const added: string[] = []
  const repeated: string[] = []
  for (const keyword of more) {
    const list = all.includes(keyword) ? repeated : added
    list.push(keyword)
    if (list === added) all.push(keyword)
  }
  return { keywords: all, added, repeated }
}

/** The service ignores differences in white space, so two keywords must not differ only in that. */
const tidy = (piece: string): string => piece.trim().replace(/\s+/g, ' ')

const isClosed = (piece: string): boolean => splitKeywords(`${piece},`).rest === ''

/** The commas and semicolons of several scripts, and what separates the cells and rows of a pasted table. */
export const keywordSeparator = /[,;，；、،؛\t\r\n]/

/** The marks that close a phrase, by the one that opens it: word processors set those of the editor's language. */
const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '«': '»',
  '»': '«»',
}
