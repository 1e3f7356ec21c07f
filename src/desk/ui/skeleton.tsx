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

/** A thin line that says "under way", without a promise of how far. Its height is kept while it is absent. */
export function ProgressLine({ active, label }: { active: boolean; label: string }) {
  return active ? (
    <div className={styles.progress}>
      <progress aria-label={label} className={styles.said} />
    </div>
  ) : (
    <div className={styles.place} />
  )
}
