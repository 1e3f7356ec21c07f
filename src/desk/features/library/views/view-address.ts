import { localDay } from '../../../files/local-day.ts'
import { decisions } from '../../../library/annotations/decision-codes.ts'
import type { Decision, Quality } from '../../../library/records.ts'
import type { Range, ViewSort, ViewSpec } from '../../../library/view/view.ts'
import { searchParam } from '../../../paths.ts'
import { startOfDay } from '../filters/days.ts'
import { qualityWords } from '../quality-words.ts'
import { sortWords } from './view-words.ts'

/** How one filter is written in an address. Invalid values read as undefined and are ignored. */
interface Field<T> {
  readonly param: string
  readonly read: (text: string) => T | undefined
  readonly write: (value: T) => string
}

type Fields = { readonly [Name in keyof ViewSpec]-?: Field<NonNullable<ViewSpec[Name]>> }

const fields: Fields = {
  query: wordsOf(searchParam),
  decisions: {
    param: 'decision',
    read: listOf<Decision | 'none'>((word) => (word === 'undecided' ? 'none' : oneOf(decisions)(word))),
    write: (chosen) => chosen.map((name) => (name === 'none' ? 'undecided' : name)).join(','),
  },
  read: yesOrNo('read'),
  job: wordsOf('job'),
  chain: wordsOf('chain'),
  category: wordsOf('category'),
  keyword: wordsOf('keyword'),
  words: {
    param: 'words',
    read: (text) => range(text, wholeNumber),
    write: (words) => written(words, String),
  },
  quality: {
    param: 'quality',
    read: listOf(oneOf(Object.keys(qualityWords) as Quality[])),
    write: (quality) => quality.join(','),
  },
  exported: yesOrNo('exported'),
  // The last day is included; the address has it as an editor would say it.
  collected: {
    param: 'collected',
    read(text) {
      const days = range(text, (day) => startOfDay(day))
      return (
        days && { from: days.from, to: days.to === undefined ? undefined : startOfDay(localDay(days.to), 1) }
      )
    },
    write: ({ from, to }) => written({ from, to: to === undefined ? undefined : to - 1 }, localDay),
  },
  duplicated: yesOrNo('duplicates'),
  versioned: yesOrNo('versions'),
  noted: yesOrNo('note'),
  // Labels contain no commas.
  labels: {
    param: 'label',
    read: listOf((label) => label || undefined),
    write: (labels) => labels.join(','),
  },
  reason: wordsOf('reason'),
  sort: {
    param: 'sort',
    read: oneOf(Object.keys(sortWords) as ViewSort[]),
    write: (sort) => sort,
  },
}

const names = Object.keys(fields) as (keyof ViewSpec)[]

export function specFrom(params: URLSearchParams): ViewSpec {
  const spec: Record<string, unknown> = {}
  for (const name of names) {
    const { param, read } = fields[name]
    const text = params.get(param)
    const value = text === null ? undefined : read(text)
    if (value !== undefined) spec[name] = value
  }
  return spec
}

/** Writes a view into URL parameters; leaves parameters that are not part of a view. */
export function writeSpec(params: URLSearchParams, spec: ViewSpec): void {
  for (const name of names) {
    const { param, write } = fields[name] as Field<unknown>
    const value = spec[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) params.delete(param)
    else params.set(param, write(value))
  }
}

/** A canonical form of a view, in parameters: equal for specs that show the same. */
export function addressOf(spec: ViewSpec): string {
  const params = new URLSearchParams()
  writeSpec(params, spec)
  return params.toString()
}

function wordsOf(param: string): Field<string> {
  return { param, read: (text) => (text.trim() === '' ? undefined : text.trim()), write: (text) => text }
}

function yesOrNo(param: string): Field<boolean> {
  return {
    param,
    read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
    write: (value) => (value ? 'yes' : 'no'),
  }
}

function oneOf<T extends string>(all: readonly T[]): (text: string) => T | undefined {
  return (text) => all.find((name) => name === text)
}

function listOf<T>(read: (word: string) => T | undefined): (text: string) => T[] | undefined {
  return (text) => {
    const list = [...new Set(text.split(',').flatMap((word) => read(word.trim()) ?? []))]
    return list.length > 0 ? list : undefined
  }
}

/** "300..800", "300.." or "..800". */
function range(text: string, read: (end: string) => number | undefined): Range | undefined {
  const [from = '', to, ...rest] = text.split('..')
  if (to === undefined || rest.length > 0) return undefined
  const ends = { from: read(from.trim()), to: read(to.trim()) }
  if (ends.from === undefined && ends.to === undefined) return undefined
  // A reversed range would match nothing.
  const isReversed = ends.from !== undefined && ends.to !== undefined && ends.from > ends.to
  return isReversed ? { from: ends.to, to: ends.from } : ends
}

const written = ({ from, to }: Range, write: (end: number) => string): string =>
  `${from === undefined ? '' : write(from)}..${to === undefined ? '' : write(to)}`

/** Digits as a number, however many there are. */
export const wholeNumber = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined
