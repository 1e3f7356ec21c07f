import { resultFacts, type ResultFacts, type TextFacts } from './result-facts.ts'
import { createBackground } from './background.ts'
import type { Catalogue, IndexDependencies } from './catalogue.ts'
import type { StoredResult } from './stored-result.ts'
import { isCollected } from '../jobs/collected.ts'
import { jobOfResult, resultKeysOf } from '../jobs/earlier-results.ts'
import { sketchOf } from '../../../text/sketch.ts'
import { languageOf } from '../../../text/language.ts'
import { fold } from '../../../text/fold.ts'
import { toPlainText } from '../../../text/html-text.ts'
import { qualityOf } from '../texts/quality.ts'
import type { Analysis, Card, JobKey, JobRecord } from '../records.ts'
import type { AnalysisPage } from '../store/rows.ts'
import { textHash } from '../texts/text-hash.ts'
import { keywordsIn } from '../texts/keyword-matching.ts'

export interface TextAnalyser extends TextFacts {
  /** Number of the library's articles whose texts have all been read. */
  doneOf(catalogue: Catalogue): number
  /** Resolves when the results of earlier visits have been read. */
  restore(): Promise<void>
  /** Starts reading texts that have not been read yet. */
  wake(): void
  stop(): void
}

/**
 * Must be raised when any part of an analysis changes, together with `sketchFormat` if sketches do: stored analyses
 * are then made again. Format 1 had no keywords, format 2 missed those with soft hyphens in the text, format 3
 * those with another apostrophe, format 4 phrases with a sign between two words. Format 5 had the parts of "l'énergie"
 * wherever they were, format 6 missed those with a kashida in the text, format 7 those in another form of Arabic
 * letters, format 8 those with an inline tag within a word. Format 9 took news of a person for a signature, format 10
 * missed the letters of "&eacute;" in HTML.
 */
export const analysisFormat = 11

/** Lets the page draw what was just saved first. */
const delayMs = 250
/** Pages written together, because each write waits for the disk. */
const pagesAtOnce = 10

/**
 * Reads every text of the library once, a hundred at a time in the background, and stores the analyses. Follows
 * changes, and analyses libraries of older desks.
 */
export function createTextAnalyser({ store, changes, catalogue }: IndexDependencies): TextAnalyser {
  const known = new Map<JobKey, ResultFacts>()
  let version = 0
  let announced = 0
  let restoring: Promise<void> | undefined

  async function goOver(pause: () => Promise<boolean>): Promise<void> {
    await restore()
    const { jobs, results } = await catalogue.current()
    const wanted = [...jobs.values()]
      .filter(isCollected)
      .flatMap((job) => resultKeysOf(job).map((key) => ({ result: results.get(key), job })))
    forgetAllBut(new Set(wanted.map(({ result }) => result?.jobKey)))
    for (const { result, job } of wanted) {
      if (!result) continue
      const before = known.get(result.jobKey)
      if (before?.isWhole && before.revision === result.revision) continue
      const facts = await readStored(result)
      if (!(await readMissing(facts, { result, job, pause }))) return
      if (facts.isWhole) await keepFacts(result, facts)
    }
    announce([])
  }

  /** @param analysed jobs whose texts have all been analysed */
  function announce(analysed: readonly JobKey[]): void {
    if (announced === version && analysed.length === 0) return
    announced = version
    changes.announce({ analysed })
  }

  function forgetAllBut(resultKeys: ReadonlySet<JobKey | undefined>): void {
    for (const resultKey of known.keys()) if (!resultKeys.has(resultKey)) known.delete(resultKey)
  }

  const restore = () => (restoring ??= readFacts().catch(() => {}))

  async function readFacts(): Promise<void> {
    const stored = await store.transaction('readonly', ['facts'], ({ facts }) => facts.all())
    const { results } = await catalogue.current()
    for (const facts of stored) {
      const result = results.get(facts.jobKey)
      const isSame = facts.format === analysisFormat && facts.revision === result?.revision
      if (result && isSame && facts.hashes.length === result.count && !known.has(result.jobKey))
        known.set(result.jobKey, resultFacts(result, facts))
    }
    version += 1
    // Screens wait for it, so they need not ask again.
    announced = version
  }

  async function keepFacts({ jobKey, revision }: StoredResult, facts: ResultFacts): Promise<void> {
    const stored = { jobKey, revision, format: analysisFormat, ...facts.dump() }
    // If the device refuses, the next visit rebuilds them from the analyses.
    await store.transaction('readwrite', ['facts'], (tables) => tables.facts.put(stored)).catch(() => {})
  }

  async function readStored(result: StoredResult): Promise<ResultFacts> {
    const pages = await store.transaction('readonly', ['analyses'], ({ analyses }) =>
      analyses.range(result.jobKey, 0, Number.MAX_SAFE_INTEGER),
    )
    const facts = resultFacts(result)
    for (const page of pages)
      if (page.format === analysisFormat && isAnalysisOf(page, result)) facts.add(page)
    known.set(result.jobKey, facts)
    version += 1
    return facts
  }

  /** @returns false if the work was stopped */
  async function readMissing(
    facts: ResultFacts,
    { result, job, pause }: { result: StoredResult; job: JobRecord; pause: () => Promise<boolean> },
  ): Promise<boolean> {
    let unkept: AnalysisPage[] = []
    for (const page of facts.missingPages()) {
      unkept.push(await readPage(result, page, job))
      if (!(await pause())) return false
      // The result was replaced in the meantime and will be read again.
      if (known.get(result.jobKey) !== facts) return true
      facts.add(unkept.at(-1)!)
      if (unkept.length < pagesAtOnce && facts.missingPages().length > 0) continue
      await keep(unkept)
      unkept = []
      announce(facts.isWhole ? [result.jobKey] : [])
    }
    return true
  }

  async function readPage(
    { jobKey, revision }: StoredResult,
    page: number,
    job: JobRecord,
  ): Promise<AnalysisPage> {
    const { cards, texts } = await store.transaction('readonly', ['cards', 'texts'], async (tables) => ({
      cards: (await tables.cards.get(jobKey, page))?.cards ?? [],
      texts: (await tables.texts.get(jobKey, page))?.texts ?? [],
    }))
    return {
      jobKey,
      page,
      format: analysisFormat,
      revision,
      analyses: cards.map((card, index) => analysisOf(card, texts[index] ?? '', job.request)),
    }
  }

  async function keep(pages: readonly AnalysisPage[]): Promise<void> {
    version += 1
    await store.transaction('readwrite', ['analyses'], ({ analyses }) => analyses.put(pages))
  }

  const background = createBackground(goOver, { delayMs })
  changes.subscribe(({ articles = [], analysed = [], everything }) => {
    const changed = new Set(articles)
    for (const resultKey of known.keys()) if (changed.has(jobOfResult(resultKey))) known.delete(resultKey)
    const isNews = articles.length > 0 || analysed.some((resultKey) => !known.has(resultKey))
    if (everything || isNews) background.wake()
  })

  return {
    restore,
    wake: () => background.wake(),
    stop: () => background.stop(),
    get version() {
      return version
    },
    of: (resultKey) => known.get(resultKey),
    doneOf({ entries, results }) {
      if ([...results.keys()].every((resultKey) => known.get(resultKey)?.isWhole)) return entries.size
      let done = 0
      for (const { occurrences } of entries.values())
        if (occurrences.every((it) => known.get(it.result.jobKey)?.hashAt(it.position) !== undefined))
          done += 1
      return done
    },
  }
}

/** The first desks stored no revision, but deleted analyses together with their texts. */
export const isAnalysisOf = ({ revision }: AnalysisPage, result: StoredResult): boolean =>
  revision === undefined || revision === result.revision

function analysisOf({ title, wordCount }: Card, text: string, request: JobRecord['request']): Analysis {
  const words = toPlainText(text)
  const { keywords = [], removeSignature: signatureRemovalAsked = false } = request ?? {}
  return {
    textHash: textHash({ title, text }),
    quality: qualityOf({ title, text, wordCount }, { signatureRemovalAsked }),
    language: languageOf(words),
    keywords: keywords.length === 0 ? [] : keywordsIn(fold(`${title}\n\n${words}`), keywords),
    sketch: sketchOf(text),
  }
}
