import type { ParsedIds } from '../../files/id-sink.ts'
import styles from './reading-line.module.css'
import { readingWords } from './reading-words.ts'

/** "312 ids, 4 repeated", and below it what is not an id and where. Says itself anew as the text changes. */
export function ReadingLine({ parsed }: { parsed: ParsedIds }) {
  const { counts, problems } = readingWords(parsed)
  return (
    <output className={styles.line}>
      {counts}
      {problems ? <span className={styles.problems}>{`, ${problems}`}</span> : null}
    </output>
  )
}
