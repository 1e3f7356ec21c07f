import { Skeleton } from '../ui/skeleton.tsx'
import styles from './screen-place.module.css'

/** Keeps a screen's place while its code comes: a heading and a few lines, where they will be. Late, lest it flash. */
export function ScreenPlace() {
  return (
    <div className={styles.place}>
      <div className={styles.heading}>
        <Skeleton width="9rem" />
      </div>
      <Skeleton lines={4} />
    </div>
  )
}
