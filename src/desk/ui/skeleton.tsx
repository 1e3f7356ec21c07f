import { useLayoutEffect } from 'react'
import { holdKeys } from './held-keys.ts'
import styles from './skeleton.module.css'

/** Reserves the space of text that is loading, so that nothing moves when it arrives. */
export function Skeleton({ lines = 1, width }: { lines?: number; width?: string }) {
  return (
    <span className={styles.skeleton} aria-hidden="true" style={width ? { inlineSize: width } : undefined}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}

/** In place of a list, until it is there: keys are for it. */
export function ListSkeleton() {
  useLayoutEffect(holdKeys, [])
  return <Skeleton lines={6} />
}
