import type { JobRecord } from '../../library/records.ts'
import { figure } from '../../ui/counted.ts'
import styles from './yield-details.module.css'

/** Elements of the answer that were no articles: where they stood, why, and how they began, as plain text. */
export function SetAsideList({ record: { setAside, setAsideCount } }: { record: JobRecord }) {
  return (
    <div>
      <p>
        {`${figure(setAsideCount)} came in a form that is not an article, and ${setAsideCount === 1 ? 'was' : 'were'} set aside. All others were kept.`}
        {setAside.length < setAsideCount ? ` These are the first ${setAside.length}.` : ''}
      </p>
      <ol className={styles.list} aria-label="Set aside">
        {setAside.map(({ position, reason, sample }) => (
          <li key={position}>
            {`Number ${position + 1} ${reason}`}
            <code className={styles.sample} dir="auto">
              {sample}
            </code>
          </li>
        ))}
      </ol>
    </div>
  )
}
