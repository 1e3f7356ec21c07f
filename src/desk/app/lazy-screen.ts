import { lazy, type ComponentType } from 'react'

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

/**
 * A component fetched when it is first drawn. Where its file is gone, a newer version of the desk has most likely been
 * put in place: the page is reloaded, once, and never while something is typed that a reload would lose.
 */
export function lazyScreen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => {
    try {
      const loaded = await load()
      forgetReload()
      return { default: loaded[name] }
    } catch (error) {
      if (mayReload()) {
        location.reload()
        // Never settles: the page is on its way out, and an error screen for its last moment would only flash.
        return new Promise<never>(() => {})
      }
      throw new MissingPartError({ cause: error })
    }
  })
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
