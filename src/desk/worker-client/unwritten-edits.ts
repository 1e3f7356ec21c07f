import type { Library } from '../library/library.ts'
import type { ArticleCache, UnwrittenEdit } from './article-cache.ts'

/**
 * Keeps the edits that are unwritten when the page is left, since its worker ends with it: in local storage, until
 * another tab or the next page of that library has written them. Writing an edit again changes nothing, so it does no
 * harm if the worker had written it after all, or if two tabs do.
 *
 * @returns a function that stops it
 */
export function keepUnwritten(library: Library, articles: ArticleCache): () => void {
  const prefix = `article-desk/unwritten/${library.name}/`
  const ownKey = prefix + Math.random()
  const following = new AbortController()
  const { signal } = following

  async function write(key: string): Promise<void> {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as UnwrittenEdit[]
    for (const { edits, action, at } of kept) await articles.edit(edits, action, at)
    localStorage.removeItem(key)
  }

  function keep(): void {
    if (articles.unwritten.size > 0) localStorage.setItem(ownKey, JSON.stringify([...articles.unwritten]))
  }

  addEventListener('pagehide', keep, { signal })
  // A page that comes back from the browser's cache still has them.
  addEventListener('pageshow', () => localStorage.removeItem(ownKey), { signal })
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix) && newValue !== null) write(key).catch(ignore)
  }
  addEventListener('storage', fromOtherTab, { signal })
  const unsubscribe = library.subscribe(({ forgotten }) => {
    if (forgotten) for (const key of keysWith(prefix)) localStorage.removeItem(key)
  })
  for (const key of keysWith(prefix)) write(key).catch(ignore)
  return () => {
    following.abort()
    unsubscribe()
  }
}

/** What can't be written now stays for the next page. */
const ignore = (): void => {}

/** None if the browser blocks storage. */
function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
