import styles from './ids-read-line.module.css'

export interface IdsReadLineProps {
  words: string
  /** What is amiss, after a comma and in the colour of caution; blank for nothing. */
  problems?: string
}

/** What was found in a text or a file. Announced again as that changes. */
export function IdsReadLine({ words, problems = '' }: IdsReadLineProps) {
  return (
    <output className={styles.line}>
      {words}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}
