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
  /**
   * The nearest, with its true figure: reads the two texts where that is not known yet.
   *
   * @param counts which others are looked at; all of them unless given
   */
  nearest(doc: number, counts?: (other: number) => boolean): Promise<DuplicateLink | undefined>
  /**
   * The others of its group, compared with it one by one, also those that only others of the group tie to it. What is
   * most like it comes first; reads the texts of those whose figures are not known yet.
   */
  likenesses(doc: number): Promise<readonly Likeness[]>
  /** All that are tied to it, itself included, in rising order: the first stands for all, however the group grows. */
  groupOf(doc: number): readonly number[]
  /** How many documents have a near-duplicate. */
  readonly size: number
}

/** How much another document of the same group is like one; the figures are undefined where there was no comparing them. */
export interface Likeness {
  readonly doc: number
  /** See `TextSimilarity`. */
  readonly similarity: number | undefined
  /** How much of the other stands in the one, from 0 to 1: what is not lost where only the one is kept. */
  readonly share: number | undefined
}

/** In larger groups, those that nothing ties directly are left without figures: each costs the reading of two texts. */
const mostCompared = 300

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
    async nearest(doc, counts = () => true) {
      const first = () => links.of(doc).find((link) => counts(link.doc))
      // A true figure may be the greater, so that another is the nearest then.
      for (;;) {
        const link = first()
        if (!link || link.isExact || !(await settle(doc, link.doc))) return first()
      }
    },
    async likenesses(doc) {
      const found: Likeness[] = []
      let compared = 0
      for (const other of links.group(doc)) {
        if (other === doc) continue
        const link = links.of(other).find((link) => link.doc === doc)
        const mayRead = link === undefined ? compared++ < mostCompared : !link.isExact
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
