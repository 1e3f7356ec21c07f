import styles from './skeleton.module.css'

/** Keeps the place of text that is on its way, so that nothing moves when it comes. */
export function Skeleton({ lines = 1, width }: { lines?: number; width?: string }) {
  return (
    <span className={styles.skeleton} aria-hidden="true" style={width ? { inlineSize: width } : undefined}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}
