import styles from './ids-read-line.module.css'

export interface IdsReadLineProps {
  words: string
  /** Problems, shown after a comma in the caution colour; blank if none. */
  problems?: string
}

/** Shows what was found in a text or a file. Announced again on each change. */
export function IdsReadLine({ words, problems = '' }: IdsReadLineProps) {
  return (
    <output className={styles.line}>
      {words}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}
