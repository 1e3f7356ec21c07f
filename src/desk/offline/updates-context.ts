import { createContext } from 'react'
import type { Updates } from './updates.ts'

/** Opens what tells of newer versions; undefined where the desk is not kept for offline, as in development. */
export type OpenUpdates = () => Promise<Updates>

export const UpdatesContext = createContext<OpenUpdates | undefined>(undefined)
