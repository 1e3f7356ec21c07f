import styles from './reading-line.module.css'

export interface ReadingLineProps {
  words: string
  /** What is amiss, after a comma and in the colour of caution; blank for nothing. */
  problems?: string
}

/** What was found in a text or a file. Says itself anew as that changes. */
export function ReadingLine({ words, problems = '' }: ReadingLineProps) {
  return (
    <output className={styles.line}>
      {words}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}
