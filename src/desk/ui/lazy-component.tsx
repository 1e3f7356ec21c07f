import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

export interface LazyComponentProps {
  /** Shown if the code can't be fetched: offline, before it was ever opened here. */
  missing?: ReactNode
}

/** The usual message for `missing`. */
export const offlineWords =
  'You are offline and this part has not been loaded yet. It will load when the network is back.'

/**
 * An optional part of a screen whose code is fetched after the screen. If it can't be fetched, the rest keeps working,
 * and it is fetched again when the network is back. For essential parts use `lazyScreen`.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  return function LazyComponent({ missing = null, ...props }: Props & LazyComponentProps) {
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
