import type { JobRecord } from '../../library/records.ts'
import { counted, figure } from '../../ui/counted.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './return-notes.module.css'

/** What was odd about an answer: articles that were to be skipped, and elements that were no articles. */
export function ReturnNotes({ record }: { record: JobRecord }) {
  const { skippedReturned, setAsideCount, setAside } = record
  if (skippedReturned === 0 && setAsideCount === 0) return null
  return (
    <div className={styles.notes}>
      {skippedReturned > 0 ? (
        <p className={styles.flag}>{`${figure(skippedReturned)} returned although on the skip list`}</p>
      ) : null}
      {setAsideCount > 0 ? (
        <Disclosure summary={`${counted(setAsideCount, 'article')} could not be read`}>
          <p className={styles.explanation}>
            The service sent them in a form that is not an article. All others were kept.
            {setAside.length < setAsideCount ? ` These are the first ${setAside.length}.` : ''}
          </p>
          <ol className={styles.list}>
            {setAside.map(({ position, reason, sample }) => (
              <li key={position}>
                {`Number ${position + 1} ${reason}`}
                <code className={styles.sample} dir="auto">
                  {sample}
                </code>
              </li>
            ))}
          </ol>
        </Disclosure>
      ) : null}
    </div>
  )
}
