/** The browser's cache storage, which tests don't have: cache names in order of creation, responses by path. */
export function createFakeCaches(): CacheStorage {
  const caches = new Map<string, Map<string, Response>>()
  const fake = {
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
    async open(name: string) {
      const kept = caches.get(name) ?? new Map<string, Response>()
      caches.set(name, kept)
      return {
        match: async (path: string) => kept.get(path)?.clone(),
        delete: async (path: string) => kept.delete(path),
        put: async (path: string, response: Response) => void kept.set(path, response),
      }
    },
  }
  return fake as unknown as CacheStorage
}
