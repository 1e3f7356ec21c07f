import { createDuplicateFinder } from './duplicate-finder.ts'
import { createDuplicateLinks, type DuplicateLink, type StoredLinks } from './duplicate-links.ts'
import { minSimilarity, measureSimilarity, type TextSimilarity } from '../../../../text/similarity.ts'
import type { Sketch } from '../../../../text/sketch.ts'

/** The near-duplicates of a library, updated as articles arrive. Documents are numbers chosen by the caller. */
export interface NearDuplicates {
  /**
   * Adds or replaces a document and links it to its near-duplicates. Reads texts only if the sketches are inconclusive.
   * Calls may overlap. Rejects if `readText` does.
   */
  add(doc: number, sketch: Sketch): Promise<void>
  /** Adds the sketch of a document whose links were restored, so that it is found as a near-duplicate of others. */
  restoreSketch(doc: number, sketch: Sketch): void
  /** Plain data for {@link createNearDuplicates}: the links without the sketches. */
  dump(): StoredLinks
  remove(doc: number): void
  /** Most similar first. Figures may be estimates, see `DuplicateLink`. */
  linksOf(doc: number): readonly DuplicateLink[]
  /**
   * The document that contains most of this one, with the exact share. Reads the texts of those that may be it.
   *
   * @param counts selects the documents to consider; all by default
   */
  nearest(doc: number, counts?: (other: number) => boolean): Promise<DuplicateLink | undefined>
  /**
   * Compares all others of its group with it, including those linked only through others. Largest share first. Reads
   * the texts of those without exact figures.
   */
  similarDocs(doc: number): Promise<readonly SimilarDoc[]>
  /** All documents linked to it, even through others, with itself. Ascending: the first identifies the group. */
  groupOf(doc: number): readonly number[]
}

/** The comparison with another document of the group. Figures are undefined if the two could not be compared. */
export interface SimilarDoc {
  readonly doc: number
  /** See `TextSimilarity`. */
  readonly similarity: number | undefined
  /** The share of the other that this one contains, from 0 to 1: not lost if only this one is kept. */
  readonly share: number | undefined
}

/**
 * Limit for comparing texts with that of one document, the most similar first: thousands of articles made from one
 * template, such as weather reports, have a hundred inconclusive candidates each, and a few suffice to link them all.
 */
const maxMeasured = 16

/** An estimate is mostly too low: each word that differs takes up to three shingles with it. */
const mostOf = ({ share }: DuplicateLink): number => 1 - (1 - share) / 3

/** Limit for comparing documents that are not linked directly, because each comparison reads two texts. */
const maxCompared = 300

/**
 * @param readText reads the text of a document; undefined if it is gone
 * @param stored the links of an earlier visit. Restore the sketches of all other documents before adding one.
 */
export function createNearDuplicates(
  readText: (doc: number) => Promise<string | undefined>,
  stored?: StoredLinks,
): NearDuplicates {
  const finder = createDuplicateFinder()
  const links = createDuplicateLinks(stored)
  /** Incremented when a document is replaced or removed: comparisons in progress are then dropped. */
  const revisions = new Map<number, number>()
  const revise = (doc: number) => revisions.set(doc, (revisions.get(doc) ?? 0) + 1)

  /** Undefined if a text is gone or has changed in the meantime. */
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

  async function linkIfSimilar(doc: number, other: number): Promise<void> {
    const measured = await readSimilarity(doc, other)
    if (measured && measured.similarity >= minSimilarity) links.link(doc, other, measured, true)
  }

  /** Measures the exact figures of a link. @returns false if that is impossible, so that the estimates stay */
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
    async add(doc, sketch) {
      remove(doc)
      finder.add(doc, sketch)
      // Documents may be added or removed while a text is read.
      const candidates = finder
        .candidates(doc)
        .map((candidate) => ({ candidate, isCurrent: watchChanges(doc, candidate.doc) }))
      let measured = 0
      for (const { candidate, isCurrent } of candidates) {
        if (!isCurrent()) continue
        const { doc: other, estimate, isSure, isSame } = candidate
        if (isSure || isSame) links.link(doc, other, estimate, isSame)
        else if (measured++ < maxMeasured) await linkIfSimilar(doc, other)
      }
    },
    restoreSketch: (doc, sketch) => finder.add(doc, sketch),
    dump: () => links.dump(),
    remove,
    linksOf: (doc) => links.of(doc),
    async nearest(doc, counts = () => true) {
      for (let measured = 0; ; measured += 1) {
        // Not by similarity: a short text that is all in a long one would hide the newer copy of the long one.
        const considered = links.of(doc).filter((link) => counts(link.doc))
        const [first] = considered.sort((a, b) => b.share - a.share)
        const next =
          first?.isExact && measured < maxMeasured
            ? considered.find((link) => !link.isExact && mostOf(link) > first.share)
            : first
        if (!next || next.isExact || !(await settle(doc, next.doc))) return first
      }
    },
    async similarDocs(doc) {
      const found: SimilarDoc[] = []
      let compared = 0
      for (const other of links.group(doc)) {
        if (other === doc) continue
        const link = links.of(other).find((link) => link.doc === doc)
        const mayRead = link === undefined ? compared++ < maxCompared : !link.isExact
        const measured = mayRead ? await readSimilarity(doc, other) : undefined
        found.push({
          doc: other,
          similarity: measured?.similarity ?? link?.similarity,
          share: measured?.ofOther ?? link?.share,
        })
      }
      return found.sort((a, b) => (b.share ?? 0) - (a.share ?? 0) || a.doc - b.doc)
    },
    groupOf: (doc) => links.group(doc),
  }
}
