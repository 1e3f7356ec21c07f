import { createDuplicateFinder, type Candidate } from './duplicate-finder.ts'
import { createDuplicateLinks, type DuplicateLink, type StoredLinks } from './duplicate-links.ts'
import { leastSimilarity, measureSimilarity, type TextSimilarity } from '../../../../text/similarity.ts'
import type { Sketch } from '../../../../text/sketch.ts'

/** The near-duplicates of a library, kept up to date as articles arrive. Documents are numbers of the caller's. */
export interface NearDuplicates {
  /**
   * Takes a document in, instead of what it was before, and ties it to those that say nearly the same. Reads texts only
   * where the sketches leave it open. Resolves to the documents it was tied to. Calls may overlap; fails as `readText`.
   */
  add(doc: number, sketch: Sketch): Promise<readonly number[]>
  /** Takes in the sketch of a document whose links were restored, so that others are found to be like it. */
  restoreSketch(doc: number, sketch: Sketch): void
  /** Plain data for {@link createNearDuplicates}: the links without the sketches. */
  dump(): StoredLinks
  remove(doc: number): void
  /** Nearest first, as far as known: figures may be estimates, see `DuplicateLink`. */
  linksOf(doc: number): readonly DuplicateLink[]
  /** The nearest, with its true figure: reads the two texts where that is not known yet. */
  nearest(doc: number): Promise<DuplicateLink | undefined>
  /** All its links with their true figures, nearest first: reads the texts of those that are not known yet. */
  exactLinks(doc: number): Promise<readonly DuplicateLink[]>
  /** All that are tied to it, itself included, in rising order: the first stands for all, however the group grows. */
  groupOf(doc: number): readonly number[]
  /** How many documents have a near-duplicate. */
  readonly size: number
}

/**
 * @param readText of a document; undefined where it is gone
 * @param stored the links of an earlier visit. Before a document is added, the sketches of all others are restored.
 */
export function createNearDuplicates(
  readText: (doc: number) => Promise<string | undefined>,
  stored?: StoredLinks,
): NearDuplicates {
  const finder = createDuplicateFinder()
  const links = createDuplicateLinks(stored)
  /** Counts up when a document is replaced or removed: a comparison that was under way is then dropped. */
  const revisions = new Map<number, number>()
  const revise = (doc: number) => revisions.set(doc, (revisions.get(doc) ?? 0) + 1)

  /** Undefined where a text is gone, or has become another since. */
  async function readSimilarity(one: number, other: number): Promise<TextSimilarity | undefined> {
    const isCurrent = watchChanges(one, other)
    const [text, otherText] = [await readText(one), await readText(other)]
    return isCurrent() && text !== undefined && otherText !== undefined
      ? measureSimilarity(text, otherText)
      : undefined
  }

  function watchChanges(one: number, other: number): () => boolean {
    const [before, otherBefore] = [revisions.get(one), revisions.get(other)]
    return () => revisions.get(one) === before && revisions.get(other) === otherBefore
  }

  async function tie(doc: number, { doc: other, estimate, isSure, isSame }: Candidate): Promise<boolean> {
    if (isSure || isSame) {
      links.link(doc, other, estimate, isSame)
      return true
    }
    const measured = await readSimilarity(doc, other)
    if (!measured || measured.similarity < leastSimilarity) return false
    links.link(doc, other, measured, true)
    return true
  }

  /** @returns false where that can't be: what is known is as good as it gets */
  async function settle(doc: number, other: number): Promise<boolean> {
    const measured = await readSimilarity(doc, other)
    if (measured) links.link(doc, other, measured, true)
    return measured !== undefined
  }

  function remove(doc: number) {
    revise(doc)
    finder.remove(doc)
    links.unlink(doc)
  }

  return {
    get size() {
      return links.size
    },
    async add(doc, sketch) {
      remove(doc)
      finder.add(doc, sketch)
      const tied: number[] = []
      // While a text is read, another may be taken in, or taken out.
      const candidates = finder
        .candidates(doc)
        .map((candidate) => ({ candidate, isCurrent: watchChanges(doc, candidate.doc) }))
      for (const { candidate, isCurrent } of candidates) {
        if (isCurrent() && (await tie(doc, candidate))) tied.push(candidate.doc)
      }
      return tied
    },
    restoreSketch: (doc, sketch) => finder.add(doc, sketch),
    dump: () => links.dump(),
    remove,
    linksOf: (doc) => links.of(doc),
    async nearest(doc) {
      // A true figure may be the greater, so that another is the nearest then.
      for (;;) {
        const first = links.of(doc)[0]
        if (!first || first.isExact || !(await settle(doc, first.doc))) return links.of(doc)[0]
      }
    },
    async exactLinks(doc) {
      for (const { doc: other, isExact } of links.of(doc)) if (!isExact) await settle(doc, other)
      return links.of(doc)
    },
    groupOf: (doc) => links.group(doc),
  }
}
