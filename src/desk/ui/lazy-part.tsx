import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'

/** The fetches of all parts declared so far, for a page that is idle. Fetching one may declare others. */
export const prefetches = new Set<() => Promise<unknown>>()

export interface LazyPartProps {
  /** Drawn until the code is there. */
  waiting?: ReactNode
  /** Drawn if it can't be fetched, until the network is back. */
  missing?: ReactNode
  onMissing?: () => void
}

export interface LazyPart<Props extends object> {
  (props: Props & LazyPartProps): ReactNode
  readonly isFetched: () => boolean
  /** Fetches the code before the component is drawn. */
  readonly prefetch: () => Promise<unknown>
}

/**
 * A part of a screen whose code is fetched when it is first drawn, or earlier while the page is idle. If it can't be
 * fetched, the rest keeps working, and it is fetched again when the network is back or when it is drawn anew. For what
 * opens above a screen use `lazyPopup`, for the screen itself `lazyScreen`.
 *
 * Once fetched, it is drawn synchronously. React's own `lazy` suspends even then, which delays what replaces the
 * fallback by 300 ms, and never fetches again what it couldn't fetch once.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let fetched: ComponentType<Props> | undefined
  /** The stylesheets that were missing when it last failed. */
  let ownMissing: string[] = []

  async function prefetch(): Promise<void> {
    if (fetched) return
    await refetchStyles()
    if (ownMissing.some((href) => missingStyles.has(href)))
      throw new Error('A stylesheet could not be loaded')
    const missingBefore = new Set(missingStyles.keys())
    try {
      const part = await load()
      // Another call may have been first, and what is drawn must stay the same component.
      fetched ??= part
    } catch (error) {
      ownMissing = [...missingStyles.keys()].filter((href) => !missingBefore.has(href))
      throw error
    }
  }
  prefetches.add(prefetch)

  function Lazy({ waiting = null, missing = null, onMissing, ...props }: Props & LazyPartProps) {
    const sayMissing = useEffectEvent(() => onMissing?.())
    const [state, setState] = useState<'waiting' | 'here' | 'missing'>(fetched ? 'here' : 'waiting')
    useEffect(() => {
      if (state === 'here') return undefined
      let isWanted = true
      const fetchIt = () => {
        prefetch().then(
          () => isWanted && setState('here'),
          () => {
            if (!isWanted) return
            setState('missing')
            sayMissing()
          },
        )
      }
      if (state === 'waiting') fetchIt()
      addEventListener('online', fetchIt)
      return () => {
        isWanted = false
        removeEventListener('online', fetchIt)
      }
    }, [state])
    const Part = fetched
    if (Part) return <Part {...(props as Props)} />
    return state === 'missing' ? missing : waiting
  }
  return Object.assign(Lazy, { isFetched: () => fetched !== undefined, prefetch })
}

/** What to say about a part that can't be fetched: offline, or removed from the server by a deploy. */
export const missingWords = (): string =>
  navigator.onLine
    ? 'This could not be loaded. Try again; if that does not help, reload the page.'
    : 'You are offline, and this has not been loaded yet. Try again when the network is back.'

/** For `missing`. */
export const MissingWords = () => missingWords()

/** By address. */
const missingStyles = new Map<string, HTMLLinkElement>()
if (typeof document !== 'undefined')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      // Excludes elements added by browser extensions.
      if (target.href.startsWith(`${location.origin}/`)) missingStyles.set(target.href, target)
    },
    { capture: true },
  )

let refetching: Promise<unknown> | undefined

/**
 * Vite requests a stylesheet only once, even if that fails: at the next try, the part would be drawn without it. Those
 * of all parts, since parts share some; but a part must not fail for want of another's, least of all the message that
 * says what is missing.
 */
async function refetchStyles(): Promise<void> {
  if (missingStyles.size > 0) refetching = Promise.all([...missingStyles.values()].map(refetch))
  missingStyles.clear()
  await refetching
}

/** Settles either way; what fails again is noted as missing again. */
const refetch = (link: HTMLLinkElement) =>
  new Promise((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', resolve)
    again.addEventListener('error', resolve)
    link.replaceWith(again)
  })
