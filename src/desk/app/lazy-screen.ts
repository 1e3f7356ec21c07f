import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'

/** A chunk of the desk that couldn't be fetched: offline, or removed from the server by a deploy. */
export class MissingPartError extends Error {
  /** Lets the part be fetched again when it is next drawn. */
  readonly retry: () => void

  constructor(retry: () => void, options: ErrorOptions) {
    super('A part of the desk could not be loaded', options)
    this.retry = retry
  }
}

/** The browsers' messages, for what is fetched by other means: the worker's code, if no worker starts. */
const missingWords = /dynamically imported module|module script failed|unable to preload/i

export const isMissingPart = (error: unknown): boolean =>
  error instanceof MissingPartError || (error instanceof Error && missingWords.test(error.message))

/** Holds the name of the part for which the page was reloaded, until that part loads. */
const reloadedKey = 'article-desk/reloaded'

export interface LazyScreen<Props extends object> {
  (props: Props): ReactNode
  /** Fetches the code before the component is drawn. */
  readonly prefetch: () => Promise<unknown>
}

/**
 * A screen, or all of them: unlike other parts (`lazyPart`) it suspends, so that the screen before it stays until it is
 * there, and nothing works without it. If its file is gone, a newer version of the desk has most likely been deployed:
 * the page is reloaded, but only once, and never while a reload could lose anything.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  const Part = lazyPart<Props>(async () => {
    const part = (await load())[name]
    forgetReload(name)
    return part
  })
  const suspending = () =>
    lazy(async () => {
      try {
        await Part.prefetch()
        return { default: Part }
      } catch (error) {
        if (mayReload(name)) {
          location.reload()
          // Never settles: the page is unloading, and an error screen would only flash.
          return new Promise<never>(() => {})
        }
        throw new MissingPartError(() => (Suspending = suspending()), { cause: error })
      }
    })
  let Suspending = suspending()

  function Screen(props: Props) {
    // Keep the same component while it is shown: replacing it would lose typing.
    const [Shown] = useState<ComponentType<Props>>(() => (Part.isFetched() ? Part : Suspending))
    return createElement(Shown, props)
  }
  return Object.assign(Screen, { prefetch: Part.prefetch })
}

function mayReload(part: string): boolean {
  if (!navigator.onLine || mayLoseWork()) return false
  try {
    if (sessionStorage.getItem(reloadedKey) !== null) return false
    sessionStorage.setItem(reloadedKey, part)
    return true
  } catch {
    // Without a note of the attempt, reloads could loop.
    return false
  }
}

/** Only for the same part: others load on every visit, before the one whose file is missing for good. */
function forgetReload(part: string): void {
  try {
    if (sessionStorage.getItem(reloadedKey) === part) sessionStorage.removeItem(reloadedKey)
  } catch {
    // If storage can't be read, it couldn't be written either.
  }
}

/** Whether a reload could lose something: input in a field, or what `UnsavedNotice` asks about. */
export function mayLoseWork(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox], [type=radio]), textarea',
  )
  const hasTyping = [...fields].some((field) => field.value !== '')
  return hasTyping || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
