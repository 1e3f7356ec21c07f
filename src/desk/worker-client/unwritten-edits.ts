import type { PageLibrary } from '../worker-protocol/library-calls.ts'
import type { ArticleCache, UnwrittenEdit } from './article-cache.ts'

/**
 * Setting of the library: the last keys whose edits were written from here. A browser deletes from its local storage
 * seconds later, so a crash can bring edits back that were written long ago, and decided anew since.
 */
const writtenSetting = 'written-edits'
const maxWritten = 50

/**
 * Keeps the edits that are unwritten when the page is left, since its worker ends with it: in local storage, until
 * another tab or the next page of that library has written them. Writing an edit again at once changes nothing, so it
 * does no harm if the worker had written it after all, or if two tabs do.
 *
 * @returns a function that stops it
 */
export function keepUnwritten(library: PageLibrary, articles: ArticleCache): () => void {
  const prefix = `article-desk/unwritten/${library.name}/`
  // The name of another library may begin like this one's: both end with an address.
  const isOurs = (key: string) => key.startsWith(prefix) && !key.includes('/', prefix.length)
  let ownKey: string | undefined
  const following = new AbortController()
  const { signal } = following

  /** Writes one after the other, since all are noted in one setting. */
  let lastWrite: Promise<void> = Promise.resolve()
  const writeInTurn = (key: string) => {
    // Edits that can't be written now stay for the next page.
    lastWrite = lastWrite.then(() => write(key)).catch(() => {})
  }

  async function write(key: string): Promise<void> {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as UnwrittenEdit[]
    const setting = await library.setting(writtenSetting)
    const written: unknown[] = Array.isArray(setting) ? setting : []
    if (!written.includes(key)) {
      for (const { edits, action, at, isUndo } of kept) {
        await articles.edit(edits, action, at)
        if (!isUndo) continue
        const [latest] = await library.steps()
        if (latest?.at === at && latest.kind === action?.kind) await library.undo(latest)
      }
      await library.saveSetting(writtenSetting, [...written, key].slice(-maxWritten))
    }
    localStorage.removeItem(key)
  }

  function keep(): void {
    if (articles.unwritten.size === 0) return
    const key = prefix + Math.random()
    try {
      localStorage.setItem(key, JSON.stringify([...articles.unwritten]))
      ownKey = key
    } catch {
      // Local storage is full or blocked. The worker may still write the edits before it ends.
    }
  }

  addEventListener('pagehide', keep, { signal })
  // A page that comes back from the browser's cache still has them.
  const takeBack = () => ownKey !== undefined && localStorage.removeItem(ownKey)
  addEventListener('pageshow', takeBack, { signal })
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== null && isOurs(key) && newValue !== null) writeInTurn(key)
  }
  addEventListener('storage', fromOtherTab, { signal })
  const unsubscribe = library.subscribe(({ forgotten }) => {
    if (forgotten) for (const key of storedKeys().filter(isOurs)) localStorage.removeItem(key)
  })
  for (const key of storedKeys().filter(isOurs)) writeInTurn(key)
  return () => {
    following.abort()
    unsubscribe()
  }
}

/** None if the browser blocks storage. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
