import { useState, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Checkbox } from './checkbox.tsx'
import { pluralize } from './number-words.ts'
import styles from './side-by-side.module.css'

export interface SideBySidePart {
  readonly text: string
  readonly isMarked: boolean
}

export interface SideBySideRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added' | 'moved'
  readonly before?: readonly SideBySidePart[] | undefined
  readonly after?: readonly SideBySidePart[] | undefined
}

export interface SideBySideProps {
  /** Names of the two texts: the first is on the left, or above. */
  before: ReactNode
  after: ReactNode
  rows: readonly SideBySideRow[]
  removedWords: number
  addedWords: number
}

/** Two texts, paragraph beside paragraph. Differences are struck out or underlined, so they don't depend on colour. */
export function SideBySide({ before, after, rows, removedWords, addedWords }: SideBySideProps) {
  const different = rows.filter(({ kind }) => kind !== 'same')
  const isLittle = different.length > 0 && different.length * 3 < rows.length
  const [asked, setAsked] = useState<boolean>()
  const onlyDifferent = asked ?? isLittle
  const shown = onlyDifferent ? different : rows
  return (
    <div>
      <div className={styles.head}>
        <p className={styles.sum} role="status">
          {different.length === 0
            ? 'The two texts are the same.'
            : `Only in the first text: ${pluralize(removedWords, 'word')}. Only in the second: ${pluralize(addedWords, 'word')}.`}
        </p>
        {different.length > 0 && different.length < rows.length ? (
          <Checkbox label="Only what differs" checked={onlyDifferent} onCheckedChange={setAsked} />
        ) : null}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" data-side="First">
              {before}
            </th>
            <th scope="col" data-side="Second">
              {after}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // Rows are never reordered: another comparison replaces them all.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} data-kind={row.kind}>
              <td dir="auto" data-side="First">
                <Parts parts={row.before} as="del" moved={row.kind === 'moved'} />
              </td>
              <td dir="auto" data-side="Second">
                <Parts parts={row.after} as="ins" moved={row.kind === 'moved'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Takes the place of texts that should be compared. */
export const TextsUnreadable = () => (
  <Alert tone="error" title="The texts could not be read">
    They are still on this device. Close this and try again in a moment.
  </Alert>
)

function Parts({
  parts = [],
  as: Mark,
  moved,
}: {
  parts?: readonly SideBySidePart[] | undefined
  as: 'ins' | 'del'
  moved: boolean
}) {
  if (parts.length === 0) return null
  return (
    <>
      {moved ? <span className={styles.moved}>Moved</span> : null}
      {parts.map(({ text, isMarked }, index) =>
        // oxlint-disable-next-line react/no-array-index-key
        isMarked ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
      )}
    </>
  )
}
