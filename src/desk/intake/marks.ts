import type { ArticleId } from '../../contract/ids.ts'
import { editedMark, sameMark } from '../library/annotations/annotation-buckets.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import type { Mark, MarkEdit, MarkOf, Step, StepAction } from '../library/records.ts'

/** What is known on the page of an article's mark: undefined until the library has answered. */
export type KnownMark = Mark | undefined

/**
 * The marks of the articles a page shows. A key press is on the screen with the next paint, before the library has
 * written it; where the library refuses, what it has is shown again. Marks of other tabs come with its changes.
 */
export interface Marks {
  /** Reads it at the next opportunity where it is not known yet. */
  get(id: ArticleId): KnownMark
  /** Calls back when the mark of this article is another. */
  subscribe(id: ArticleId, listener: () => void): () => void
  /** Calls back with every mark that is another, of articles not shown too; "many" where it is not known which. */
  subscribeToAll(listener: (marks: readonly MarkOf[] | 'many') => void): () => void
  /** As {@link Library.mark}; shown at once. */
  mark(edits: readonly MarkEdit[], action?: StepAction): Promise<{ changed: number; step: Step | undefined }>
  /** Begins to hear of the library's changes; the answer ends it. */
  follow(): () => void
}

const unmarked: Mark = {}

/** Known marks beyond that are forgotten where nobody looks at them: a library of 100,000 is read through in a day. */
const mostKnown = 20_000

export function createMarks(library: Library, now: () => number): Marks {
  const known = new Map<ArticleId, Mark>()
  const listeners = new Map<ArticleId, Set<() => void>>()
  const generalListeners = new Set<(marks: readonly MarkOf[] | 'many') => void>()
  const wanted = new Set<ArticleId>()
  /** Writes under way: what the library says meanwhile is older than what is shown, and waits. */
  const writes = new Map<ArticleId, number>()
  const heardMeanwhile = new Map<ArticleId, Mark | undefined>()
  let isReading = false

  function tellAll(marks: readonly MarkOf[] | 'many'): void {
    if (marks.length > 0) for (const listener of generalListeners) listener(marks)
  }

  function set(marks: readonly MarkOf[]): void {
    for (const [id, mark = unmarked] of marks) {
      if (known.has(id) && sameMark(known.get(id), mark)) continue
      known.set(id, mark)
      for (const listener of listeners.get(id) ?? []) listener()
    }
  }

  /** All that was asked for within a turn, at once: a screen of rows asks for each by itself. */
  async function readWanted(): Promise<void> {
    if (isReading) return
    isReading = true
    await Promise.resolve()
    while (wanted.size > 0) {
      const ids = [...wanted]
      wanted.clear()
      try {
        hear(await library.marks(ids))
      } catch {
        // Shown as unmarked; the device is out of order, and a notice says so.
      }
    }
    isReading = false
  }

  function want(ids: Iterable<ArticleId>): void {
    for (const id of ids) wanted.add(id)
    void readWanted()
  }

  function forgetUnseen(): void {
    if (known.size < mostKnown) return
    for (const id of known.keys()) if (!listeners.has(id)) known.delete(id)
  }

  const onChange = ({ marks }: LibraryChange): void => {
    if (marks === 'many') {
      for (const id of known.keys()) if (!listeners.has(id)) known.delete(id)
      want(listeners.keys())
      tellAll('many')
    } else if (marks) {
      hear(marks.filter(([id]) => known.has(id) || listeners.has(id)))
      tellAll(marks.filter(([id]) => !writes.has(id)))
    }
  }

  function hear(marks: readonly MarkOf[]): void {
    for (const [id, mark] of marks) if (writes.has(id)) heardMeanwhile.set(id, mark)
    set(marks.filter(([id]) => !writes.has(id)))
  }

  function beginWrites(ids: readonly ArticleId[]): void {
    for (const id of ids) writes.set(id, (writes.get(id) ?? 0) + 1)
  }

  function endWrites(ids: readonly ArticleId[]): void {
    const settled: MarkOf[] = []
    for (const id of ids) {
      const left = (writes.get(id) ?? 1) - 1
      if (left > 0) writes.set(id, left)
      else {
        writes.delete(id)
        if (heardMeanwhile.has(id)) settled.push([id, heardMeanwhile.get(id)])
        heardMeanwhile.delete(id)
      }
    }
    set(settled)
    tellAll(settled)
  }

  return {
    get: (id) => known.get(id),
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      if (!known.has(id)) want([id])
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(id)
        forgetUnseen()
      }
    },
    subscribeToAll(listener) {
      generalListeners.add(listener)
      return () => {
        generalListeners.delete(listener)
      }
    },
    async mark(edits, action) {
      const at = now()
      const touched = [...new Set(edits.flatMap(({ ids }) => ids))].filter((id) => known.has(id))
      const next = new Map(touched.map((id) => [id, known.get(id)]))
      for (const edit of edits)
        for (const id of edit.ids) if (next.has(id)) next.set(id, editedMark(next.get(id), edit, at))
      beginWrites(touched)
      set([...next])
      tellAll([...next])
      try {
        const marked = await library.mark(edits, action)
        endWrites(touched)
        return marked
      } catch (error) {
        endWrites(touched)
        want(touched)
        tellAll('many')
        throw error
      }
    },
    follow: () => library.subscribe(onChange),
  }
}
