import { useEffect, useRef, useState } from 'react'

/** Where an export is: not begun, so many articles written, or given up with what went wrong. */
export type ExportState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number }
  | { readonly at: 'failed'; readonly error: unknown }

/** Runs one export at a time. It is stopped where the dialog goes, and says nothing more once it was stopped. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ at: 'rest' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setState({ at: 'rest' })
  }

  const run = async (
    work: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ at: 'work', done: 0 })
    try {
      await work(signal, (done) => {
        if (!signal.aborted) setState({ at: 'work', done })
      })
    } catch (error) {
      if (!signal.aborted) setState({ at: 'failed', error })
    }
  }

  return { state, run, stop }
}
