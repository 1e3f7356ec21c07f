import { answerFacts, type AnswerFacts, type TextFacts } from './answer-facts.ts'
import { createBackground } from './background.ts'
import type { Catalogue, CatalogueKeeper } from './catalogue.ts'
import type { Changes } from '../changes.ts'
import type { Answer } from './answer.ts'
import { answersOf, jobOfAnswer } from '../jobs/earlier-answers.ts'
import { sketchOf } from '../../../text/sketch.ts'
import { languageOf } from '../../../text/language.ts'
import { fold } from '../../../text/fold.ts'
import { looksLikeHtml, withoutMarkup } from '../../../text/looks-like-html.ts'
import { qualityOf } from '../texts/quality.ts'
import type { Analysis, Card, JobKey, JobRecord } from '../records.ts'
import type { AnalysisPage } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { textHash } from '../texts/text-hash.ts'
import { keywordsIn } from '../texts/keyword-matching.ts'

export interface TextAnalyser extends TextFacts {
  /** Number of the library's articles whose texts have all been read. */
  doneOf(catalogue: Catalogue): number
  /** What is unusual about a text in its answer, as bits; none until all texts of the answer have been read. */
  unusual(answer: JobKey, position: number): number
  /** Resolves when the results of earlier visits have been read. */
  restore(): Promise<void>
  /** Starts reading texts that have not been read yet. */
  wake(): void
  stop(): void
}

/**
 * Must be raised when any part of an analysis changes, together with `sketchFormat` if sketches do: stored analyses
 * are then made again. Format 1 had no keywords.
 */
const analysisFormat = 2

/** Lets the page draw what was just saved first. */
const delayMs = 250
/** Pages written together, because each write waits for the disk. */
const pagesAtOnce = 10

/**
 * Reads every text of the library once, a hundred at a time in the background, and stores the analyses. Follows
 * changes, and analyses libraries of older desks.
 */
export function createTextAnalyser({
  store,
  changes,
  catalogue,
}: {
  store: Store
  changes: Changes
  catalogue: CatalogueKeeper
}): TextAnalyser {
  const known = new Map<JobKey, AnswerFacts>()
  let version = 0
  let announced = 0
  let restoring: Promise<void> | undefined

  async function goOver(pause: () => Promise<boolean>): Promise<void> {
    await restore()
    const { jobs, answers } = await catalogue.current()
    const wanted = [...jobs.values()]
      .filter(({ phase }) => phase === 'ready')
      .flatMap((job) => answersOf(job).map((key) => ({ answer: answers.get(key), job })))
    forgetAllBut(new Set(wanted.map(({ answer }) => answer?.jobKey)))
    for (const { answer, job } of wanted) {
      if (!answer) continue
      const before = known.get(answer.jobKey)
      if (before?.isWhole && before.revision === answer.revision) continue
      const facts = await readStored(answer)
      if (!(await readMissing(facts, { answer, job, pause }))) return
      if (facts.isWhole) await keepFacts(answer, facts)
    }
    announce([])
  }

  /** @param analysed jobs whose texts have all been analysed */
  function announce(analysed: readonly JobKey[]): void {
    if (announced === version && analysed.length === 0) return
    announced = version
    changes.announce({ jobs: [], analysed })
  }

  function forgetAllBut(answers: ReadonlySet<JobKey | undefined>): void {
    for (const answer of known.keys()) if (!answers.has(answer)) known.delete(answer)
  }

  const restore = () => (restoring ??= readFacts().catch(() => {}))

  async function readFacts(): Promise<void> {
    const stored = await store.transaction('readonly', ['facts'], ({ facts }) => facts.all())
    const { answers } = await catalogue.current()
    for (const facts of stored) {
      const answer = answers.get(facts.jobKey)
      const isSame = facts.format === analysisFormat && facts.revision === answer?.revision
      if (answer && isSame && facts.hashes.length === answer.count && !known.has(answer.jobKey))
        known.set(answer.jobKey, answerFacts(answer, facts))
    }
    version += 1
  }

  async function keepFacts({ jobKey, revision }: Answer, facts: AnswerFacts): Promise<void> {
    const stored = { jobKey, revision, format: analysisFormat, ...facts.dump() }
    // If the device refuses, the next visit rebuilds them from the analyses.
    await store.transaction('readwrite', ['facts'], (tables) => tables.facts.put(stored)).catch(() => {})
  }

  async function readStored(answer: Answer): Promise<AnswerFacts> {
    const pages = await store.transaction('readonly', ['analyses'], ({ analyses }) =>
      analyses.range(answer.jobKey, 0, Number.MAX_SAFE_INTEGER),
    )
    const facts = answerFacts(answer)
    for (const page of pages) if (page.format === analysisFormat && isOf(page, answer)) facts.add(page)
    known.set(answer.jobKey, facts)
    version += 1
    return facts
  }

  /** @returns false if the work was stopped */
  async function readMissing(
    facts: AnswerFacts,
    { answer, job, pause }: { answer: Answer; job: JobRecord; pause: () => Promise<boolean> },
  ): Promise<boolean> {
    let unkept: AnalysisPage[] = []
    for (const page of facts.missingPages()) {
      unkept.push(await readPage(answer, page, job))
      if (!(await pause())) return false
      // The answer was replaced in the meantime and will be read again.
      if (known.get(answer.jobKey) !== facts) return true
      facts.add(unkept.at(-1)!)
      if (unkept.length < pagesAtOnce && facts.missingPages().length > 0) continue
      await keep(unkept)
      unkept = []
      announce(facts.isWhole ? [answer.jobKey] : [])
    }
    return true
  }

  async function readPage({ jobKey, revision }: Answer, page: number, job: JobRecord): Promise<AnalysisPage> {
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
  changes.subscribe(({ articles = [], analysed = [] }) => {
    const changed = new Set(articles)
    for (const answer of known.keys()) if (changed.has(jobOfAnswer(answer))) known.delete(answer)
    if (articles.length > 0 || analysed.some((answer) => !known.has(answer))) background.wake()
  })

  return {
    restore,
    wake: () => background.wake(),
    stop: () => background.stop(),
    get version() {
      return version
    },
    textHash: (answer, position) => known.get(answer)?.hashAt(position),
    quality: (answer, position) => known.get(answer)?.qualityAt(position) ?? 0,
    unusual: (answer, position) => known.get(answer)?.unusualAt(position) ?? 0,
    keywords: (answer, position) => known.get(answer)?.keywordsAt(position) ?? noKeywords,
    doneOf({ entries, answers }) {
      if ([...answers.keys()].every((answer) => known.get(answer)?.isWhole)) return entries.size
      let done = 0
      for (const { occurrences } of entries.values())
        if (occurrences.every((it) => known.get(it.answer.jobKey)?.hashAt(it.position) !== undefined))
          done += 1
      return done
    },
  }
}

/** The first desks stored no revision, but deleted analyses together with their texts. */
export const isOf = ({ revision }: AnalysisPage, answer: Answer): boolean =>
  revision === undefined || revision === answer.revision

const noKeywords: readonly string[] = []

function analysisOf({ title, wordCount }: Card, text: string, request: JobRecord['request']): Analysis {
  const words = looksLikeHtml(text) ? withoutMarkup(text) : text
  const { keywords = [], removeSignature: signatureRemovalAsked = false } = request ?? {}
  return {
    textHash: textHash({ title, text }),
    quality: qualityOf({ title, text, wordCount }, { signatureRemovalAsked }),
    language: languageOf(words),
    keywords: keywords.length === 0 ? [] : keywordsIn(fold(`${title}\n\n${words}`), keywords),
    sketch: sketchOf(text),
  }
}
