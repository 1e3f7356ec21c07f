import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import type { Intake } from './intake.ts'
import type { KnownMark, Marks } from './marks.ts'
import { createMarks } from './marks.ts'

const IntakeContext = createContext<Intake | undefined>(undefined)
const MarksContext = createContext<Marks | undefined>(undefined)

/** For one account: give it a key, so that another account gets another one. */
export function IntakeProvider({ intake, children }: { intake: Intake; children: ReactNode }) {
  const [marks] = useState(() => createMarks(intake.library, Date.now))
  useEffect(() => marks.follow(), [marks])
  return (
    <IntakeContext value={intake}>
      <MarksContext value={marks}>{children}</MarksContext>
    </IntakeContext>
  )
}

export function useIntake(): Intake {
  const intake = use(IntakeContext)
  if (!intake) throw new Error('useIntake needs an IntakeProvider above it')
  return intake
}

export const useLibrary = (): Library => useIntake().library

export function useMarks(): Marks {
  const marks = use(MarksContext)
  if (!marks) throw new Error('useMarks needs an IntakeProvider above it')
  return marks
}

/** What the editor made of an article; undefined while that is not known yet. */
export function useMark(id: ArticleId): KnownMark {
  const marks = useMarks()
  return useSyncExternalStore(
    useCallback((listener) => marks.subscribe(id, listener), [marks, id]),
    () => marks.get(id),
  )
}
