/** A cache of the values used last. */
export function createLruCache<Value>(maxSize: number) {
  // A map iterates in the order of insertion, so its first key is the least recently used.
  const values = new Map<string, Value>()

  function set(key: string, value: Value): void {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > maxSize && oldest !== undefined) values.delete(oldest)
  }

  return {
    get(key: string): Value | undefined {
      const value = values.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    clear: () => values.clear(),
  }
}
