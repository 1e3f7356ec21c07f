import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useIntake } from '../../intake/intake-context.tsx'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/toast.tsx'
import { loadStart, type Start } from './load-start.ts'

/**
 * What the form begins with: the draft, or what `?from=` and `?again=` ask for. Those leave the address once they
 * are heeded, so that a reload brings back what the editor has made of them since.
 *
 * @returns undefined while it is being read; with each new `turn` the form starts over
 */
export function useStart(): (Start & { readonly turn: number }) | undefined {
  const intake = useIntake()
  const navigate = useNavigate()
  const toast = useToast()
  const [params] = useSearchParams()
  const from = params.get('from') ?? undefined
  const again = params.get('again') ?? undefined
  const [start, setStart] = useState<Start & { turn: number }>()
  const started = useRef(false)

  useEffect(() => {
    const asked = from !== undefined || again !== undefined
    if (!asked && started.current) return undefined
    let awaited = true
    const begin = (next: Start) => setStart((last) => ({ ...next, turn: (last?.turn ?? 0) + 1 }))
    void loadStart(intake, { from, again }).then((loaded) => {
      if (!awaited) return
      started.current = true
      begin(loaded)
      if (asked) void navigate(paths.newJob, { replace: true })
      const { replaced } = loaded
      if (!replaced) return
      const onAction = () => begin({ form: replaced, isDraft: false })
      toast({
        message: 'Your half-filled form gave way to this one',
        action: { label: 'Bring it back', onAction },
      })
    })
    return () => {
      awaited = false
    }
  }, [intake, from, again, navigate, toast])

  return start
}
