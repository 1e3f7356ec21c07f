import * as v from 'valibot'
import type { Article } from '../../contract/article.ts'
import type { Job } from '../../contract/job.ts'
import { createArticleCollector, jobHeadSchema } from '../../contract/job.ts'
import { sampleText } from './service-message.ts'
import { ServiceError } from './errors.ts'
import { createJobScanner } from './job-scanner.ts'

/** A larger answer would take the page's memory with it. */
const largestBytes = 100_000_000

export interface ReadJobOptions {
  /** Called after each chunk that brought any with all good articles so far; not to be changed. */
  readonly onArticles?: ((articles: readonly Article[]) => void) | undefined
}

/**
 * Reads a Job (docs/interface.md, "Jobs and articles") from its bytes, each article as soon as it is there. Comes to
 * the same as `readJob(JSON.parse(text))`, but for ids past 2^53, whose exact digits it keeps, and articles nested past
 * all reason, which it sets aside.
 *
 * Throws {@link ServiceError}: `too-large` past 100 MB; `unreadable` where any of it is not JSON, or it is not a job.
 * What `onArticles` was given until then must not be kept.
 */
export async function readJobStream(
  chunks: AsyncIterable<Uint8Array>,
  { onArticles }: ReadJobOptions = {},
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
    if (beginning.length < sampledLength) beginning += text.slice(0, sampledLength)
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
  throw new ServiceError({ kind: 'unreadable', detail: sampleText(beginning) })
}

/**
 * Runs a step of reading. False where it met something that is not JSON; any other error is not the answer's
 * fault.
 */
function isJson(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Enough to find 200 plain characters in a page of HTML. */
const sampledLength = 4_000

function createJobReader() {
  const head: Record<string, unknown> = {}
  let collector = createArticleCollector()
  let listsArticles = true

  const scanner = createJobScanner({
    onField(key, source, isDeep) {
      if (isDeep) throw new SyntaxError('Nested too deeply')
      // Parsed whether it is wanted or not: an answer that is not JSON in one place can't be trusted in another.
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
    /** The job, or undefined where the text was JSON but not a job. */
    end(): Job | undefined {
      scanner.end()
      const result = v.safeParse(jobHeadSchema, head)
      if (!result.success || !listsArticles) return undefined
      return { ...result.output, articles: collector.articles, setAside: collector.setAside }
    },
  }
}
