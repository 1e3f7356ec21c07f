import { type ArticleId, idAt, type OrderedIds, unpackInOrder } from '../../../contract/ids.ts'
import { countLabels } from '../../library/annotations/annotation-buckets.ts'
import { codeOf, decisionOf } from '../../library/annotations/decision-codes.ts'
import { createListeners } from '../../library/changes.ts'
import type { Decision, AnnotationOf } from '../../library/records.ts'

export type DecisionCounts = Readonly<Record<Decision | 'undecided', number>>

/**
 * The decisions on every article of a list, seen or not: for the counts, the filter and the way to the next article.
 */
export interface DecisionIndex {
  readonly idAt: (position: number) => ArticleId | undefined
  readonly positionOf: (id: ArticleId) => number | undefined
  readonly decisionAt: (position: number) => Decision | undefined
  /** Positions with this decision, in order. */
  readonly positionsOf: (decision: Decision) => number[]
  /** The same object until a decision changes. */
  readonly counts: () => DecisionCounts
  readonly labelsAt: (position: number) => readonly string[]
  /** Every label of these articles with its count, in alphabetical order; the same object until a label changes. */
  readonly labelCounts: () => ReadonlyMap<string, number>
  /** Position of the article opened last, before this index was read. */
  readonly lastRead: number | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Applies changed annotations; ignores articles of other lists. */
  readonly apply: (annotations: readonly AnnotationOf[]) => void
  /** Replaces all decisions and labels. */
  readonly replace: (codes: Uint8Array, labels: Labels) => void
}

/** By position; articles without labels are absent. */
type Labels = ReadonlyMap<number, readonly string[]>

export function createDecisionIndex(
  ids: OrderedIds,
  first: Uint8Array,
  firstLabels: Labels = new Map(),
  lastRead?: number,
): DecisionIndex {
  let codes = first.slice()
  let labels = new Map(firstLabels)
  let labelCounts: ReadonlyMap<string, number> | undefined
  let counts: DecisionCounts | undefined
  let positions: Map<ArticleId, number> | undefined
  const listeners = createListeners<void>()

  const positionOf = (id: ArticleId): number | undefined => {
    positions ??= new Map(unpackInOrder(ids).map((id, position) => [id, position]))
    return positions.get(id)
  }
  const notify = () => {
    counts = labelCounts = undefined
    listeners.notify()
  }

  return {
    idAt: (position) => idAt(ids, position),
    positionOf,
    decisionAt: (position) => decisionOf(codes[position]),
    positionsOf: (decision) => {
      const code = codeOf(decision)
      return Array.from(codes.keys()).filter((position) => codes[position] === code)
    },
    counts: () => (counts ??= countEach(codes)),
    lastRead,
    labelsAt: (position) => labels.get(position) ?? noLabels,
    labelCounts: () => (labelCounts ??= countLabels(labels.values())),
    subscribe: listeners.subscribe,
    apply(annotations) {
      let isAnother = false
      for (const [id, annotation] of annotations) {
        const position = positionOf(id)
        const code = codeOf(annotation?.decision)
        const own = annotation?.labels ?? noLabels
        if (position === undefined) continue
        if (codes[position] === code && isSame(labels.get(position) ?? noLabels, own)) continue
        codes[position] = code
        if (own.length > 0) labels.set(position, own)
        else labels.delete(position)
        isAnother = true
      }
      if (isAnother) notify()
    },
    replace(next, nextLabels) {
      codes = next.slice()
      labels = new Map(nextLabels)
      notify()
    },
  }
}

const noLabels: readonly string[] = []

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

function countEach(codes: Uint8Array): DecisionCounts {
  const counts = { undecided: 0, keep: 0, maybe: 0, reject: 0 }
  for (const code of codes) counts[decisionOf(code) ?? 'undecided'] += 1
  return counts
}
