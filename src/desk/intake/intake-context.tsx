import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import type { Library } from '../library/library.ts'
import type { Intake } from './intake.ts'

const IntakeContext = createContext<Intake | undefined>(undefined)

export function IntakeProvider({ intake, children }: { intake: Intake; children: ReactNode }) {
  return <IntakeContext value={intake}>{children}</IntakeContext>
}

export function useIntake(): Intake {
  const intake = use(IntakeContext)
  if (!intake) throw new Error('useIntake needs an IntakeProvider above it')
  return intake
}

export const useLibrary = (): Library => useIntake().library
