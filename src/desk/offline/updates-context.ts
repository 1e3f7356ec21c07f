import { createContext } from 'react'
import type { Updates } from './updates.ts'

/** Opens the source of update notifications; undefined if the desk isn't cached for offline use, as in development. */
export type OpenUpdates = () => Promise<Updates>

export const UpdatesContext = createContext<OpenUpdates | undefined>(undefined)
