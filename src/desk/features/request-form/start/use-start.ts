import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { formParts, paths } from '../../../paths.ts'
import { useToast } from '../../../ui/toast.tsx'
import { useIsHere } from '../../../ui/use-address.ts'
import { useBringBack } from '../use-bring-back.ts'
import { loadStart, type FormPart, type Start } from './load-start.ts'

/**
 * The initial state of the form: the draft, or what `?from=` and `?again=` ask for; `?draft` starts it over from the
 * draft. These parameters are removed once read, so that a reload restores the editor's changes. `#keywords` and the
 * like name the part of the form to focus.
 *
 * @returns undefined while it is being read; each new `turn` starts the form over
 */
export function useStart(): StartOfTurn | undefined {
  const worker = useWorkerApi()
  const navigate = useNavigate()
  const toast = useToast()
  const [params] = useSearchParams()
  const part = partNamed(useLocation().hash)
  const from = params.get('from') ?? undefined
  const again = params.get('again') ?? undefined
  const asksForDraft = params.has('draft')
  const [start, setStart] = useState<StartOfTurn>()
  const isHere = useIsHere()
  const bringBack = useEffectEvent(useBringBack())
  /** The parameters that the form on the screen began with, once it is there. */
  const appliedParams = useRef<string>(undefined)

  useEffect(() => {
    const requested = `${from}/${again}/${asksForDraft}`
    const asked = from !== undefined || again !== undefined || asksForDraft
    if (appliedParams.current !== undefined && (!asked || appliedParams.current === requested)) {
      appliedParams.current = requested
      return undefined
    }
    let awaited = true
    const begin = (next: Start, part?: FormPart) =>
      setStart((last) => ({ ...next, part, turn: (last?.turn ?? 0) + 1 }))
    void loadStart(worker, { from, again }).then((loaded) => {
      if (!awaited) return
      appliedParams.current = requested
      begin(loaded, part)
      if (asked && isHere()) void navigate(paths.newJob, { replace: true })
      const { replaced } = loaded
      if (!replaced) return
      const onAction = () => bringBack(replaced, (form) => begin({ ...loaded, form }))
      toast({
        message: 'Your unfinished request was replaced',
        action: { label: 'Restore it', onAction },
      })
    })
    return () => {
      awaited = false
    }
  }, [worker, from, again, asksForDraft, part, isHere, navigate, toast])

  return start
}

export interface StartOfTurn extends Start {
  readonly turn: number
  /** The part of the form to focus first. */
  readonly part: FormPart | undefined
}

const partNamed = (hash: string): FormPart | undefined =>
  (Object.keys(formParts) as FormPart[]).find((part) => formParts[part] === hash)
