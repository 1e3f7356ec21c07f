import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import type { ArticleId } from '../../contract/ids.ts'
import type { Library } from '../library/library.ts'
import type { UndoneStep } from '../library/records.ts'
import type { LibraryEntry } from '../library/view/view.ts'
import { createEntries, type Entries } from './entries.ts'
import type { Intake } from './intake.ts'
import type { KnownMark, Marks } from './marks.ts'
import { createMarks } from './marks.ts'
import { createUndoing, type Undoing } from './undo-latest.ts'

const IntakeContext = createContext<Intake | undefined>(undefined)
const MarksContext = createContext<Marks | undefined>(undefined)
const EntriesContext = createContext<Entries | undefined>(undefined)
const UndoingContext = createContext<Undoing | undefined>(undefined)

/** For one account: give it a key, so that another account gets another one. */
export function IntakeProvider({ intake, children }: { intake: Intake; children: ReactNode }) {
  const [marks] = useState(() => createMarks(intake.library, Date.now))
  const [entries] = useState(() => createEntries(intake.library))
  const [undoing] = useState(() => createUndoing(intake.library))
  useEffect(() => marks.follow(), [marks])
  useEffect(() => entries.follow(), [entries])
  return (
    <IntakeContext value={intake}>
      <MarksContext value={marks}>
        <EntriesContext value={entries}>
          <UndoingContext value={undoing}>{children}</UndoingContext>
        </EntriesContext>
      </MarksContext>
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

export function useEntries(): Entries {
  const entries = use(EntriesContext)
  if (!entries) throw new Error('useEntries needs an IntakeProvider above it')
  return entries
}

/** What the library knows of an article; undefined while that is not known yet. */
export function useEntry(id: ArticleId): LibraryEntry | undefined {
  const entries = useEntries()
  return useSyncExternalStore(
    useCallback((listener) => entries.subscribe(id, listener), [entries, id]),
    () => entries.peek(id),
  )
}

export function useUndoing(): Undoing {
  const undoing = use(UndoingContext)
  if (!undoing) throw new Error('useUndoing needs an IntakeProvider above it')
  return undoing
}

/** Told of every step that is taken back on this page, while what calls this is on the screen. */
export function useOnUndone(onUndone: (undone: UndoneStep) => void): void {
  const undoing = useUndoing()
  const tell = useEffectEvent(onUndone)
  useEffect(() => undoing.subscribe((undone) => tell(undone)), [undoing])
}
