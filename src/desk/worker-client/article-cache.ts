import type { ArticleId } from '../../contract/ids.ts'
import type { Library, LibraryChange } from '../library/library.ts'
import { editedAnnotation, sameAnnotation } from '../library/annotations/annotation-buckets.ts'
import type {
  Annotation,
  AnnotationEdit,
  AnnotationResult,
  AnnotationOf,
  StepAction,
} from '../library/records.ts'
import type { DuplicateNote, LibraryEntry } from '../library/view/view.ts'
import { createFactCache } from './fact-cache.ts'

/** A page's cache of the articles it shows: what the library holds of each, and the editor's annotations. */
export interface ArticleCache {
  /** Cards, jobs, versions. Undefined until it has been read, and if no job has such an article. */
  entry(id: ArticleId): LibraryEntry | undefined
  readEntry(id: ArticleId): Promise<LibraryEntry | undefined>
  /** Its most similar near-duplicate. Undefined until it has been read, and if there is none. */
  duplicate(id: ArticleId): DuplicateNote | undefined
  /** Prefetches entries that are likely to be shown next. */
  prefetchEntries(ids: readonly ArticleId[]): void
  /** Undefined until it has been read; an article without one has an empty annotation. */
  annotation(id: ArticleId): Annotation | undefined
  /** Reads what isn't known yet, and calls back on changes. */
  subscribe(fact: ArticleFact, id: ArticleId, listener: () => void): () => void
  /** Calls back with every changed annotation, even of articles that aren't shown; "many" if it isn't known which. */
  subscribeToAnnotations(listener: (annotations: readonly AnnotationOf[] | 'many') => void): () => void
  /**
   * Like {@link Library.annotate}, with one time stamp for the screen and the library. A key press shows with the next
   * paint, before it is written; if the library refuses, the library's state is shown again.
   */
  edit(edits: readonly AnnotationEdit[], action?: StepAction): Promise<AnnotationResult>
  /** Calls back when annotations made here have been written, so that counts derived from them can be updated. */
  subscribeToWritten(listener: () => void): () => void
  /** Starts following the library's changes. @returns a function that stops it */
  follow(): () => void
}

type ArticleFact = 'entry' | 'duplicate' | 'annotation'

const noAnnotation: Annotation = {}

/** @param now milliseconds since the epoch */
export function createArticleCache(library: Library, now: () => number): ArticleCache {
  const entries = createFactCache<LibraryEntry>({ read: (ids) => library.entries(ids), mostKnown: 3_000 })
  const duplicates = createFactCache<DuplicateNote>({
    read: (ids) => library.duplicateNotes(ids),
    mostKnown: 3_000,
  })
  const annotations = createFactCache<Annotation>({
    read: readAnnotations,
    isSame: sameAnnotation,
    mostKnown: 20_000,
  })
  const facts = { entry: entries, duplicate: duplicates, annotation: annotations }
  const annotationListeners = new Set<(annotations: readonly AnnotationOf[] | 'many') => void>()
  const writtenListeners = new Set<() => void>()
  /** Writes in progress, by article. News of these articles may be older than what is shown, and waits. */
  const writing = new Map<ArticleId, number>()
  const heardWhileWriting = new Set<ArticleId>()

  /** Articles being written keep the annotation that is shown. */
  async function readAnnotations(ids: readonly ArticleId[]): Promise<Annotation[]> {
    const read = await library.annotations(ids)
    return read.map(
      ([id, annotation]) => (writing.has(id) ? annotations.get(id) : annotation) ?? noAnnotation,
    )
  }

  function tell(changed: readonly AnnotationOf[] | 'many'): void {
    if (changed.length > 0) for (const listener of annotationListeners) listener(changed)
  }

  /** Takes over the library's annotations, except for articles being written. */
  function take(changed: readonly AnnotationOf[] | 'many'): void {
    if (changed === 'many') {
      annotations.outdate()
      return tell('many')
    }
    const settled = changed.filter(([id]) => !writing.has(id))
    const known = settled.filter(([id]) => annotations.has(id) || annotations.isShown(id))
    annotations.set(known.map(([id, annotation]) => [id, annotation ?? noAnnotation]))
    return tell(settled)
  }

  function onChange({
    jobs,
    articles = [],
    analysed,
    annotations: changed,
    origin,
    forgotten,
  }: LibraryChange): void {
    if (forgotten) return
    if (jobs.length > 0 || articles.length > 0 || analysed) {
      entries.outdate()
      duplicates.outdate()
    }
    // Annotations made here have been known since the key press.
    if (!changed || origin === 'page') return
    if (changed !== 'many') for (const [id] of changed) if (writing.has(id)) heardWhileWriting.add(id)
    take(changed)
  }

  function beginWriting(ids: readonly ArticleId[]): void {
    for (const id of ids) writing.set(id, (writing.get(id) ?? 0) + 1)
  }

  function endWriting(ids: readonly ArticleId[]): void {
    const unsure: ArticleId[] = []
    for (const id of ids) {
      const left = (writing.get(id) ?? 1) - 1
      if (left > 0) writing.set(id, left)
      else {
        writing.delete(id)
        // Another tab annotated it as well: only the library knows which was later.
        if (heardWhileWriting.delete(id)) unsure.push(id)
      }
    }
    if (unsure.length === 0) return
    annotations.outdate(unsure)
    tell('many')
  }

  return {
    entry: (id) => entries.get(id),
    duplicate: (id) => duplicates.get(id),
    async readEntry(id) {
      await entries.want([id])
      return entries.get(id)
    },
    prefetchEntries: (ids) => void entries.want(ids),
    annotation: (id) => annotations.get(id),
    subscribe: (fact, id, listener) => facts[fact].subscribe(id, listener),
    subscribeToAnnotations(listener) {
      annotationListeners.add(listener)
      return () => {
        annotationListeners.delete(listener)
      }
    },
    async edit(edits, action) {
      const at = now()
      const touched = [...new Set(edits.flatMap(({ ids }) => ids))].filter((id) => annotations.has(id))
      const next = new Map<ArticleId, Annotation>(
        touched.map((id) => [id, annotations.get(id) ?? noAnnotation]),
      )
      for (const edit of edits)
        for (const id of edit.ids)
          if (next.has(id)) next.set(id, editedAnnotation(next.get(id), edit, at) ?? noAnnotation)
      beginWriting(touched)
      annotations.set([...next])
      tell([...next])
      try {
        const result = await library.annotate(edits, action, at)
        endWriting(touched)
        // If many are decided at once, these include articles that were never shown.
        take(result.annotations)
        for (const listener of writtenListeners) listener()
        return result
      } catch (error) {
        endWriting(touched)
        annotations.outdate(touched)
        tell('many')
        throw error
      }
    },
    subscribeToWritten(listener) {
      writtenListeners.add(listener)
      return () => {
        writtenListeners.delete(listener)
      }
    },
    follow: () => library.subscribe(onChange),
  }
}
