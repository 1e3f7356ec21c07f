import type { ArticleId } from '../../contract/ids.ts'
import { createListeners } from '../library/changes.ts'
import type { LibraryChange } from '../library/library.ts'
import type { PageLibrary } from '../worker-protocol/library-calls.ts'
import { editedAnnotation, sameAnnotation } from '../library/annotations/annotation-buckets.ts'
import type {
  Annotation,
  AnnotationEdit,
  AnnotationResult,
  AnnotationOf,
  Step,
  StepAction,
  UndoneStep,
} from '../library/records.ts'
import type { DuplicateNote, LibraryEntry, LibraryView, ViewSpec } from '../library/view/view.ts'

/** A page's cache of the articles it shows: what the library holds of each, and the editor's annotations. */
export interface ArticleCache {
  /** Cards, jobs, versions. Undefined until it has been read, and if no job has such an article. */
  entry(id: ArticleId): LibraryEntry | undefined
  readEntry(id: ArticleId): Promise<LibraryEntry | undefined>
  /** The near-duplicate that contains most of it. Undefined until it has been read, and if there is none. */
  duplicate(id: ArticleId): DuplicateNote | undefined
  /** Prefetches entries that are likely to be shown next. */
  prefetchEntries(ids: readonly ArticleId[]): void
  /**
   * Like {@link Library.view}. Takes over the entries that come with it, unless they are known already, or the library
   * has changed in the meantime and they may be stale.
   */
  readView(spec: ViewSpec, firstCount: number): Promise<LibraryView>
  /** Undefined until it has been read; an article without one has an empty annotation. */
  annotation(id: ArticleId): Annotation | undefined
  /** Reads what isn't known yet, and calls back on changes. */
  subscribe(fact: ArticleFact, id: ArticleId, listener: () => void): () => void
  /** Calls back with every changed annotation, even of articles that aren't shown; "many" if it isn't known which. */
  subscribeToAnnotations(listener: (annotations: readonly AnnotationOf[] | 'many') => void): () => void
  /**
   * Like {@link Library.annotate}, with one time stamp for the screen and the library. A key press shows with the next
   * paint, before it is written; if the library refuses, the library's state is shown again.
   *
   * @param at milliseconds since the epoch; by default now
   */
  edit(edits: readonly AnnotationEdit[], action?: StepAction, at?: number): Promise<AnnotationResult>
  /** Like {@link Library.undo}. */
  undo(meant?: Step): Promise<UndoneStep | undefined>
  /** The edits that haven't been written yet, and their undos, in their order. */
  readonly unwritten: ReadonlySet<UnwrittenEdit>
  /** Calls back when annotations made here have been written, or refused: what is derived from them must be updated. */
  subscribeToWritten(listener: () => void): () => void
  /** Starts following the library's changes. @returns a function that stops it */
  follow(): () => void
}

export interface UnwrittenEdit {
  readonly edits: readonly AnnotationEdit[]
  readonly action: StepAction | undefined
  readonly at: number
  /** Undoes these edits, which may have been written by now. */
  readonly isUndo?: true
}

export type ArticleFact = 'entry' | 'duplicate' | 'annotation'

const noAnnotation: Annotation = {}

/** @param now milliseconds since the epoch */
export function createArticleCache(library: PageLibrary, now: () => number): ArticleCache {
  const entries = createFactCache<LibraryEntry>({ read: readEntries, maxKnown: 3_000 })
  const duplicates = createFactCache<DuplicateNote>({
    read: (ids) => library.duplicateNotes(ids),
    maxKnown: 3_000,
  })
  const annotations = createFactCache<Annotation>({
    read: readAnnotations,
    isSame: sameAnnotation,
    maxKnown: 20_000,
  })
  const facts = { entry: entries, duplicate: duplicates, annotation: annotations }
  const annotationListeners = createListeners<readonly AnnotationOf[] | 'many'>()
  const writtenListeners = createListeners<void>()
  /**
   * Writes in progress, by article, and what the library last held. News of these articles may be older than what is
   * shown, and waits.
   */
  const writing = new Map<ArticleId, { count: number; stored: Annotation | undefined }>()
  /**
   * Articles being written that are read again afterwards: another tab annotates them as well, or what is shown was
   * guessed before they had been read.
   */
  const unsure = new Set<ArticleId>()
  const unwritten = new Set<UnwrittenEdit>()
  /** Changes whenever the entries become stale. */
  let entriesVersion = 0
  let annotationsVersion = 0

  async function readEntries(ids: readonly ArticleId[]): Promise<(LibraryEntry | undefined)[]> {
    const before = annotationsVersion
    const read = await library.entries(ids)
    if (annotationsVersion === before) takeAnnotations(read)
    return read
  }

  /** Read with the entries: labels and decisions that came a frame later would push chips out of the card. */
  function takeAnnotations(read: readonly (LibraryEntry | undefined)[]): void {
    const found = read.filter((entry) => entry !== undefined)
    const unknown = found.filter(({ id }) => !annotations.has(id))
    annotations.set(unknown.map(({ id, annotation }) => [id, annotation ?? noAnnotation]))
  }

  /** Articles being written keep the annotation that is shown. */
  async function readAnnotations(ids: readonly ArticleId[]): Promise<Annotation[]> {
    const read = await library.annotations(ids)
    return read.map(
      ([id, annotation]) => (writing.has(id) ? annotations.get(id) : annotation) ?? noAnnotation,
    )
  }

  function notify(changed: readonly AnnotationOf[] | 'many'): void {
    if (changed.length > 0) annotationListeners.notify(changed)
  }

  /** Takes over the library's annotations, except for articles being written. */
  function takeOver(changed: readonly AnnotationOf[] | 'many'): void {
    if (changed === 'many') {
      annotations.invalidate()
      return notify('many')
    }
    for (const [id, annotation] of changed) {
      const written = writing.get(id)
      if (written) written.stored = annotation ?? noAnnotation
    }
    const settled = changed.filter(([id]) => !writing.has(id))
    const held = settled.filter(([id]) => annotations.isHeld(id))
    annotations.set(held.map(([id, annotation]) => [id, annotation ?? noAnnotation]))
    return notify(settled)
  }

  function onChange({
    jobs = [],
    articles = [],
    analysed,
    everything,
    annotations: changed = everything && 'many',
    origin,
    forgotten,
  }: LibraryChange): void {
    if (forgotten) return
    if (jobs.length > 0 || articles.length > 0 || analysed || everything) {
      entriesVersion += 1
      entries.invalidate()
      duplicates.invalidate()
    }
    if (changed) annotationsVersion += 1
    // Annotations made here have been known since the key press.
    if (!changed || origin === 'page') return
    if (changed !== 'many') for (const [id] of changed) if (writing.has(id)) unsure.add(id)
    takeOver(changed)
  }

  function beginWriting(ids: readonly ArticleId[]): void {
    for (const id of ids) {
      const written = writing.get(id)
      if (written) written.count += 1
      else writing.set(id, { count: 1, stored: annotations.get(id) })
    }
  }

  function endWriting(ids: readonly ArticleId[]): void {
    const readAgain: ArticleId[] = []
    for (const id of ids) {
      const written = writing.get(id)
      if (written && (written.count -= 1) > 0) continue
      writing.delete(id)
      if (unsure.delete(id)) readAgain.push(id)
    }
    if (readAgain.length === 0) return
    annotations.invalidate(readAgain)
    notify('many')
  }

  /** The last step that is not being undone already. */
  function lastUnwritten(): UnwrittenEdit | undefined {
    const pending = [...unwritten]
    return pending.findLast(
      ({ edits, action }) => action && !pending.some((other) => other.isUndo && other.edits === edits),
    )
  }

  return {
    entry: (id) => entries.get(id),
    duplicate: (id) => duplicates.get(id),
    async readEntry(id) {
      await entries.load([id])
      return entries.get(id)
    },
    prefetchEntries: (ids) => void entries.load(ids),
    async readView(spec, firstCount) {
      const [before, annotationsBefore] = [entriesVersion, annotationsVersion]
      const view = await library.view(spec, firstCount)
      if (annotationsVersion === annotationsBefore) takeAnnotations(view.first)
      if (entriesVersion === before)
        entries.set(view.first.filter(({ id }) => !entries.isFresh(id)).map((entry) => [entry.id, entry]))
      return view
    },
    annotation: (id) => annotations.get(id),
    subscribe: (fact, id, listener) => facts[fact].subscribe(id, listener),
    subscribeToAnnotations: annotationListeners.subscribe,
    async edit(edits, action, at = now()) {
      // A row may be decided on before its annotation has been read; if it has labels, they follow. An article that is
      // merely opened waits: its labels and its note must not look as if there were none.
      const touched = [...new Set(edits.flatMap(({ ids }) => ids))].filter(
        (id) => annotations.has(id) || (action !== undefined && annotations.isShown(id)),
      )
      for (const id of touched) if (!annotations.has(id)) unsure.add(id)
      const next = new Map<ArticleId, Annotation>(
        touched.map((id) => [id, annotations.get(id) ?? noAnnotation]),
      )
      for (const edit of edits)
        for (const id of edit.ids)
          if (next.has(id)) next.set(id, editedAnnotation(next.get(id), edit, at) ?? noAnnotation)
      const pending: UnwrittenEdit = { edits, action, at }
      unwritten.add(pending)
      annotationsVersion += 1
      beginWriting(touched)
      annotations.set([...next])
      notify([...next])
      try {
        const result = await library.annotate(edits, action, at)
        endWriting(touched)
        // If many are decided at once, these include articles that were never shown.
        takeOver(result.annotations)
        return result
      } catch (error) {
        const stored = touched.map((id) => [id, writing.get(id)?.stored] as const)
        endWriting(touched)
        // The library may refuse to be read as well, and what is shown would then stay.
        annotations.set(stored.filter(([id]) => !writing.has(id)))
        annotations.invalidate(touched)
        notify('many')
        throw error
      } finally {
        unwritten.delete(pending)
        writtenListeners.notify()
      }
    },
    async undo(meant) {
      // The worker keeps the order of the calls, so the latest step is the last edit that isn't written yet, if any.
      const last = meant ? undefined : lastUnwritten()
      if (!last) return library.undo(meant)
      const pending = { ...last, isUndo: true } as const
      unwritten.add(pending)
      return library.undo().finally(() => unwritten.delete(pending))
    },
    unwritten,
    subscribeToWritten: writtenListeners.subscribe,
    follow: () => library.subscribe(onChange),
  }
}

/**
 * Caches one kind of fact about articles in a page. Everything requested within a turn is read in one batch, since each
 * row of a screen asks separately. Stale facts are shown until they have been read again.
 */
interface FactCache<Fact> {
  /** Undefined until it has been read, and if there is no such article. */
  get(id: ArticleId): Fact | undefined
  has(id: ArticleId): boolean
  isFresh(id: ArticleId): boolean
  isShown(id: ArticleId): boolean
  /** Known, shown, or still being read for a row that has left the screen. */
  isHeld(id: ArticleId): boolean
  /** Reads it if it isn't known, and calls back on changes. */
  subscribe(id: ArticleId, listener: () => void): () => void
  /** Resolves once all of them are known or have failed. */
  load(ids: Iterable<ArticleId>): Promise<void>
  set(facts: readonly (readonly [ArticleId, Fact | undefined])[]): void
  /** Marks facts as stale: those on screen are read again at once, the rest on demand. Without ids, all of them. */
  invalidate(ids?: Iterable<ArticleId>): void
}

interface FactCacheOptions<Fact> {
  /** Returns the facts in the order of the ids. */
  readonly read: (ids: readonly ArticleId[]) => Promise<readonly (Fact | undefined)[]>
  readonly isSame?: (one: Fact | undefined, other: Fact | undefined) => boolean
  /**
   * Beyond this number, facts without a subscriber are evicted: an editor may go through a library of 100,000 in a day.
   */
  readonly maxKnown: number
}

function createFactCache<Fact>({
  read,
  isSame = Object.is,
  maxKnown,
}: FactCacheOptions<Fact>): FactCache<Fact> {
  const known = new Map<ArticleId, Fact | undefined>()
  const stale = new Set<ArticleId>()
  const listeners = new Map<ArticleId, Set<() => void>>()
  const requested = new Set<ArticleId>()
  /** The facts being read, and what has happened to them since: what is read may be older. */
  const beingRead = new Map<ArticleId, 'set' | 'invalidated' | undefined>()
  let reading: Promise<void> | undefined

  function set(facts: readonly (readonly [ArticleId, Fact | undefined])[]): void {
    const changed: ArticleId[] = []
    for (const [id, fact] of facts) {
      if (beingRead.has(id)) beingRead.set(id, 'set')
      stale.delete(id)
      if (known.has(id) && isSame(known.get(id), fact)) continue
      known.set(id, fact)
      changed.push(id)
    }
    for (const id of changed) for (const listener of listeners.get(id) ?? []) listener()
  }

  async function readRequested(): Promise<void> {
    await Promise.resolve()
    while (requested.size > 0) {
      const ids = [...requested]
      requested.clear()
      for (const id of ids) beingRead.set(id, undefined)
      try {
        takeRead(ids, await read(ids))
      } catch {
        // The place of the fact stays empty or as it was; a notice already says that the device is failing.
      } finally {
        beingRead.clear()
      }
    }
    reading = undefined
  }

  function takeRead(ids: readonly ArticleId[], facts: readonly (Fact | undefined)[]): void {
    const changed = new Map([...beingRead].filter(([, change]) => change))
    beingRead.clear()
    const found = ids.map((id, index) => [id, facts[index]] as const)
    set(found.filter(([id]) => changed.get(id) !== 'set'))
    for (const id of changed.keys()) {
      stale.add(id)
      requested.add(id)
    }
  }

  function load(ids: Iterable<ArticleId>): Promise<void> {
    for (const id of ids) if (!known.has(id) || stale.has(id)) requested.add(id)
    if (requested.size > 0) reading ??= readRequested()
    return reading ?? Promise.resolve()
  }

  function forgetUnseen(): void {
    if (known.size < maxKnown) return
    for (const id of known.keys())
      if (!listeners.has(id)) {
        known.delete(id)
        stale.delete(id)
      }
  }

  return {
    get: (id) => known.get(id),
    has: (id) => known.has(id),
    isFresh: (id) => known.has(id) && !stale.has(id),
    isShown: (id) => listeners.has(id),
    isHeld: (id) => known.has(id) || listeners.has(id) || beingRead.has(id),
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      void load([id])
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(id)
        forgetUnseen()
      }
    },
    load,
    set,
    invalidate(ids = new Set([...known.keys(), ...beingRead.keys(), ...listeners.keys()])) {
      const invalidated = [...ids]
      for (const id of invalidated) {
        stale.add(id)
        if (beingRead.has(id)) beingRead.set(id, beingRead.get(id) ?? 'invalidated')
      }
      void load(invalidated.filter((id) => listeners.has(id)))
    },
  }
}
