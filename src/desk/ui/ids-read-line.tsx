import styles from './ids-read-line.module.css'
import type { IdsReadWords } from './ids-read-words.ts'

/** Shows what was found in a text or a file. Announced again on each change. */
export function IdsReadLine({ words, problems }: IdsReadWords) {
  return (
    <output className={styles.line}>
      {words}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}
