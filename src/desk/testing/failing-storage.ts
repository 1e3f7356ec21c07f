import { IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'

/**
 * Makes storage operations fail from the nth on, `times` of them. Affects only databases whose name contains
 * `database`, since test files share a process.
 *
 * @returns a function that counts the operations so far
 */
export function failFrom(database: string, nth: number, times: number): () => number {
  let count = 0
  for (const method of ['put', 'get', 'delete', 'getAll', 'clear', 'openCursor'] as const) {
    const real = IDBObjectStore.prototype[method] as (...values: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...values: unknown[]
    ) {
      if (!this.transaction.db.name.includes(database)) return real.apply(this, values) as never
      count += 1
      if (count >= nth && count < nth + times) throw new DOMException('disk', 'UnknownError')
      return real.apply(this, values) as never
    })
  }
  return () => count
}
