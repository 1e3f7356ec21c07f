import { createContext } from 'react'
import type { Updates } from './updates.ts'

/** Opens the source of update notifications; undefined if the desk isn't cached for offline use, as in development. */
export type OpenUpdates = () => Promise<Updates>

/** Opens them once for the page, for every account that signs in there; again only if that failed. */
export function openOnce(open: OpenUpdates): OpenUpdates {
  let opened: Promise<Updates> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

export const UpdatesContext = createContext<OpenUpdates | undefined>(undefined)
