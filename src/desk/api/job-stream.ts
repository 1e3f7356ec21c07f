import * as v from 'valibot'
import type { Article } from '../../contract/article.ts'
import type { Job } from '../../contract/job.ts'
import { createArticleCollector, jobHeadSchema } from '../../contract/job.ts'
import { sampleText } from './service-message.ts'
import { ServiceError } from './errors.ts'
import { createJobScanner } from './job-scanner.ts'

/** A larger response could exhaust the page's memory. */
const largestBytes = 100_000_000

export interface ReadJobOptions {
  /** Called with all valid articles so far after each chunk that brought any. Must not be changed. */
  readonly onArticles?: ((articles: readonly Article[]) => void) | undefined
  /** The part of an unreadable response that is shown; see `OkResponse`. */
  readonly sampleOf?: ((text: string) => string | undefined) | undefined
}

/**
 * Reads the response of GET jobs/{id} (docs/interface.md, "Jobs and articles") from its bytes, each article as soon as
 * it has arrived. Finds what `JSON.parse` on the whole text would, except that it keeps the exact digits of ids past
 * 2^53 and sets aside articles that are nested absurdly deep. Tolerant where the documentation is silent: unknown
 * fields are ignored, `articles` may be missing before success, a bad or repeated article is set aside.
 *
 * Throws {@link ServiceError}: `too-large` past 100 MB; `unreadable` if any part isn't JSON or the whole isn't a job.
 * Anything passed to `onArticles` before must then be discarded.
 */
export async function readJobStream(
  chunks: AsyncIterable<Uint8Array>,
  { onArticles, sampleOf = sampleText }: ReadJobOptions = {},
): Promise<Job> {
  const decoder = new TextDecoder()
  const reader = createJobReader()
  let beginning = ''
  let bytes = 0
  let isReadable = true
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > largestBytes) throw new ServiceError({ kind: 'too-large' })
    const text = decoder.decode(chunk, { stream: true })
    if (beginning.length < sampledLength) beginning += text
    else if (!isReadable) break
    if (!isReadable) continue
    const before = reader.articles().length
    isReadable = isJson(() => reader.write(text))
    const articles = reader.articles()
    if (isReadable && articles.length !== before) onArticles?.(articles)
  }
  let job: Job | undefined
  isReadable &&= isJson(() => {
    reader.write(decoder.decode())
    job = reader.end()
  })
  if (isReadable && job) return job
  throw new ServiceError({ kind: 'unreadable', detail: sampleOf(beginning) })
}

/** Runs a parsing step. Returns false on invalid JSON; rethrows other errors, which aren't the response's fault. */
function isJson(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** More than `sampleText` reads, which must not take the first half of a key for other text. */
const sampledLength = 24_000

function createJobReader() {
  const head: Record<string, unknown> = {}
  let collector = createArticleCollector()
  let listsArticles = true

  const scanner = createJobScanner({
    onField(key, source, isDeep) {
      if (isDeep) throw new SyntaxError('Nested too deeply')
      // Parse even unwanted values: a response with invalid JSON in one place can't be trusted elsewhere.
      const value: unknown = JSON.parse(source)
      if (key === 'articles') {
        collector = createArticleCollector()
        listsArticles = value === null
      } else if (key === 'id' || key === 'state' || key === 'category') head[key] = value
    },
    onArticles() {
      collector = createArticleCollector()
      listsArticles = true
    },
    onArticle(source, isDeep) {
      collector.add(isDeep ? undefined : JSON.parse(source), source)
    },
  })

  return {
    articles: (): readonly Article[] => collector.articles,
    write: (text: string) => scanner.write(text),
    /** Returns the job, or undefined if the text was JSON but not a job. */
    end(): Job | undefined {
      scanner.end()
      const result = v.safeParse(jobHeadSchema, head)
      if (!result.success || !listsArticles) return undefined
      return { ...result.output, articles: collector.articles, setAside: collector.setAside }
    },
  }
}
