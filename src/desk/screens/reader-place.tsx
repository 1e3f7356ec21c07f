import { Suspense, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { useFetchAhead } from './use-fetch-ahead.ts'

export interface ReaderPlaceProps {
  isOpen: boolean
  /** Fetches the reader, ahead of the first article. Must stay the same function between renders. */
  load: () => Promise<unknown>
  /** What the reader needs to know of the list beside it. */
  context: object
  /** What stands there while no article is read. */
  children: ReactNode
}

/** Where the route of an article is drawn. */
export function ReaderPlace({ isOpen, load, context, children }: ReaderPlaceProps) {
  useFetchAhead(load)
  return isOpen ? (
    <Suspense fallback={null}>
      <Outlet context={context} />
    </Suspense>
  ) : (
    children
  )
}
