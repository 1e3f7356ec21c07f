import { diffArrays } from 'diff'
import { alignParagraphs } from './align-paragraphs.ts'
import { sentencesOf, type Token, splitTokens } from './diff-tokens.ts'

/** A part of a paragraph. The parts of a paragraph, concatenated, are the paragraph. */
export interface DiffPart {
  readonly text: string
  readonly isMarked: boolean
}

export interface PartsOfBoth {
  readonly before: readonly DiffPart[]
  readonly after: readonly DiffPart[]
}

/** The number of tokens on each side that are the same, or were replaced by each other. */
interface Run {
  readonly isSame: boolean
  readonly before: number
  readonly after: number
}

/** Allows for many changes even in a short paragraph. */
export const minEdits = 60

/**
 * Compares two paragraphs by word. Takes time quadratic in the number of edits.
 *
 * @param maxEdits maximum number of words removed and added; beyond it, compares by sentence
 */
export function diffWords(before: string, after: string, maxEdits: number): PartsOfBoth {
  return diffTokens(before, after, maxEdits) ?? diffSentences(before, after)
}

function diffTokens(before: string, after: string, maxEdits: number): PartsOfBoth | undefined {
  const [ours, theirs] = [splitTokens(before), splitTokens(after)]
  const runs = runsOf(ours, theirs, maxEdits)
  return runs && partsOf(ours, theirs, mergeShortMatches(runs))
}

function diffSentences(before: string, after: string): PartsOfBoth {
  const [ours, theirs] = [sentencesOf(before), sentencesOf(after)]
  const parts = alignParagraphs(ours, theirs).map(([one, other]) => {
    const [left = '', right = ''] = [ours[one ?? -1], theirs[other ?? -1]]
    return diffTokens(left, right, minEdits) ?? { before: [marked(left)], after: [marked(right)] }
  })
  return {
    before: joined(parts.flatMap(({ before }) => before)),
    after: joined(parts.flatMap(({ after }) => after)),
  }
}

const marked = (text: string): DiffPart => ({ text, isMarked: true })

/** Joins adjacent parts of the same kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last?.isMarked === part.isMarked) {
      whole[whole.length - 1] = { text: last.text + part.text, isMarked: part.isMarked }
    } else if (part.text !== '') whole.push(part)
  }
  return whole
}

function runsOf(ours: readonly Token[], theirs: readonly Token[], maxEdits: number): Run[] | undefined {
  const changes = diffArrays(
    ours.map(({ text }) => text),
    theirs.map(({ text }) => text),
    { maxEditLength: maxEdits },
  )
  if (!changes) return undefined
  const runs: Run[] = []
  for (const { added, removed, count } of changes) {
    const isSame = !added && !removed
    const last = runs.at(-1)
    const joined = last && !isSame && !last.isSame ? runs.pop() : undefined
    runs.push({
      isSame,
      before: (joined?.before ?? 0) + (added ? 0 : count),
      after: (joined?.after ?? 0) + (removed ? 0 : count),
    })
  }
  return runs
}

/** Merges single unchanged words into the longer replacements around them: coincidences hide that all was rewritten. */
function mergeShortMatches(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const [index, run] of runs.entries()) {
    const last = kept.at(-1)
    const next = runs[index + 1]
    const isCoincidence = run.isSame && run.before === 1 && isLongExchange(last) && isLongExchange(next)
    if (last && !last.isSame && (isCoincidence || !run.isSame)) {
      kept[kept.length - 1] = {
        isSame: false,
        before: last.before + run.before,
        after: last.after + run.after,
      }
    } else kept.push(run)
  }
  return kept
}

const isLongExchange = (run: Run | undefined): boolean =>
  run !== undefined && !run.isSame && Math.min(run.before, run.after) >= 2

function partsOf(ours: readonly Token[], theirs: readonly Token[], runs: readonly Run[]): PartsOfBoth {
  const before: DiffPart[] = []
  const after: DiffPart[] = []
  let [i, j] = [0, 0]
  for (const run of runs) {
    if (run.before > 0) before.push(partOf(ours.slice(i, i + run.before), !run.isSame))
    if (run.after > 0) after.push(partOf(theirs.slice(j, j + run.after), !run.isSame))
    i += run.before
    j += run.after
  }
  return { before, after }
}

const partOf = (tokens: readonly Token[], isMarked: boolean): DiffPart => ({
  text: tokens.map(({ whole }) => whole).join(''),
  isMarked,
})
