import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'

/** A part of the desk that could not be fetched: offline, or gone from the server since a deploy. */
export class MissingPartError extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the desk could not be loaded', options)
    this.name = 'MissingPartError'
  }
}

/** As the browsers word it: what a screen fetches on a click is not guarded as the screen is. */
const missingWords = /dynamically imported module|module script failed|unable to preload/i

export const isMissingPart = (error: unknown): boolean =>
  error instanceof MissingPartError || (error instanceof Error && missingWords.test(error.message))

const reloadedKey = 'article-desk/reloaded'

export interface LazyScreen<Props extends object> {
  (props: Props): ReactNode
  /** Fetches its code before it is drawn. */
  readonly prefetch: () => Promise<unknown>
}

/**
 * A component fetched when it is first drawn. Where its file is gone, a newer version of the desk has most likely been
 * put in place: the page is reloaded, once, and never while something is typed that a reload would lose.
 *
 * Once its code is there it is drawn at once: React would suspend for it all the same, and then hold back for 300 ms
 * what takes the place of a fallback.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let fetched: ComponentType<Props> | undefined

  async function prefetch(): Promise<ComponentType<Props>> {
    fetched = (await load())[name]
    forgetReload()
    return fetched
  }

  const Fetched = lazy(async () => {
    try {
      return { default: await prefetch() }
    } catch (error) {
      if (mayReload()) {
        location.reload()
        // Never settles: the page is on its way out, and an error screen for its last moment would only flash.
        return new Promise<never>(() => {})
      }
      throw new MissingPartError({ cause: error })
    }
  })

  function Screen(props: Props) {
    // The same for as long as it is shown: another component in its place would lose what was typed.
    const [Part] = useState<ComponentType<Props>>(() => fetched ?? Fetched)
    return createElement(Part, props)
  }
  return Object.assign(Screen, { prefetch })
}

function mayReload(): boolean {
  if (!navigator.onLine || hasTyping()) return false
  try {
    if (sessionStorage.getItem(reloadedKey)) return false
    sessionStorage.setItem(reloadedKey, 'yes')
    return true
  } catch {
    // Without a note that it was tried, a reload might repeat for ever.
    return false
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloadedKey)
  } catch {
    // Nothing could be noted either.
  }
}

/** Whether a field of the page holds something that a reload might lose. */
export function hasTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox], [type=radio]), textarea',
  )
  return [...fields].some((field) => field.value !== '')
}
