/** A cache of the values used last. */
export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

export function createLruCache<Value>(maxSize: number): LruCache<Value> {
  // A map iterates in the order of insertion, so its first key is the least recently used.
  const values = new Map<string, Value>()

  function set(key: string, value: Value): void {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > maxSize && oldest !== undefined) values.delete(oldest)
  }

  return {
    get(key) {
      const value = values.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    clear: () => values.clear(),
  }
}
