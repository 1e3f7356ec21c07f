import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

export interface LazyPartProps {
  /** Stands in its place where its code can't be fetched: offline, before it was ever opened here. */
  missing?: ReactNode
}

/** What to say of it there. */
export const offlineWords =
  'You are offline and this part has not been loaded yet. It will load when the network is back.'

/**
 * A part of a screen whose code comes after the screen, and that the screen can do without: where it can't be fetched,
 * nothing else stops working, and it is asked for again when the network is back. What a screen can't do without is a
 * `lazyScreen`.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart({ missing = null, ...props }: Props & LazyPartProps) {
    const [state, setState] = useState<'waiting' | 'here' | 'missing'>(loaded ? 'here' : 'waiting')
    useEffect(() => {
      if (loaded) return undefined
      let isWanted = true
      const fetchIt = () => {
        load().then(
          (part) => {
            loaded = part
            if (isWanted) setState('here')
          },
          () => isWanted && setState('missing'),
        )
      }
      fetchIt()
      addEventListener('online', fetchIt)
      return () => {
        isWanted = false
        removeEventListener('online', fetchIt)
      }
    }, [])
    const Part = loaded
    if (state === 'here' && Part) return <Part {...(props as Props)} />
    return state === 'missing' ? missing : null
  }
}
