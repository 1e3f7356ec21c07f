import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ArticleId } from '../../../contract/ids.ts'
import { useEntry, useIntake, useMark } from '../../intake/intake-context.tsx'
import { comparisonQuery, duplicatesQuery, libraryArticleQuery } from '../../intake/library-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { counted, figure } from '../../ui/counted.ts'
import { DecisionLabel } from '../../ui/decision.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SideBySide } from '../../ui/side-by-side.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './duplicates-dialog.module.css'

export interface DuplicatesDialogProps {
  /** The article it is opened from: it stands at the left. */
  id: ArticleId
  onKeepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  onClose: () => void
}

/** All articles that say nearly the same as one, to be compared with it and decided on together. */
export function DuplicatesDialog({ id, onKeepOne, onClose }: DuplicatesDialogProps) {
  const others = useQuery(duplicatesQuery(useIntake(), id))
  const [chosen, setChosen] = useState<ArticleId>()
  const shown = others.data?.find((other) => other.id === chosen) ?? others.data?.[0]
  const group = [id, ...(others.data ?? []).map((other) => other.id)]
  const keepOne = (kept: ArticleId) => {
    onKeepOne(
      kept,
      group.filter((other) => other !== kept),
    )
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Near-duplicates"
      description={others.data ? groupWords(others.data.length) : undefined}
    >
      {others.isError ? (
        <Alert tone="error" title="The texts could not be read">
          They are still on this device. Close this and try again in a moment.
        </Alert>
      ) : null}
      {others.isPending ? <Skeleton lines={8} /> : null}
      {shown ? (
        <>
          <ul className={styles.group} aria-label="Articles that say nearly the same">
            <Member id={id} note="Being read" onKeep={() => keepOne(id)} />
            {others.data?.map((other) => (
              <Member
                key={`${typeof other.id} ${other.id}`}
                id={other.id}
                note={likenessWords(other.similarity)}
                isShown={other === shown}
                onCompare={() => setChosen(other.id)}
                onKeep={() => keepOne(other.id)}
              />
            ))}
          </ul>
          <Comparison before={id} after={shown.id} />
        </>
      ) : null}
    </Dialog>
  )
}

/** @param others besides the one that is read */
const groupWords = (others: number): string =>
  `${counted(others + 1, 'article')} say nearly the same, whatever their titles. Keep one: the other ${others === 1 ? 'is' : `${figure(others)} are`} rejected as ${others === 1 ? 'its duplicate' : 'its duplicates'}, and skipped from now on.`

const likenessWords = (similarity: number | undefined): string =>
  similarity === undefined
    ? 'By way of another of the group'
    : `${similarity === 1 ? 100 : Math.min(99, Math.round(similarity * 100))} % the same`

interface MemberProps {
  id: ArticleId
  note: string
  isShown?: boolean
  onCompare?: () => void
  onKeep: () => void
}

function Member({ id, note, isShown = false, onCompare, onKeep }: MemberProps) {
  const entry = useEntry(id)
  const mark = useMark(id)
  const { jobId } = useParams()
  const title = entry?.card.title.trim() || 'Untitled'
  return (
    <li className={styles.member} data-shown={isShown || undefined}>
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <p className={styles.facts}>
          <span>{note}</span>
          <span>
            Article <bdi>{id}</bdi>
            {entry ? ` in job ${entry.jobs.find((key) => key === jobId) ?? entry.jobs[0]}` : ''}
          </span>
          {entry ? <span>{counted(entry.card.wordCount, 'word')}</span> : null}
          {mark?.decision ? <DecisionLabel decision={mark.decision} /> : null}
        </p>
      </div>
      {onCompare && !isShown ? (
        <Button size="s" variant="quiet" onClick={onCompare} aria-label={`Compare ${title}`}>
          Compare
        </Button>
      ) : null}
      <Button size="s" onClick={onKeep} aria-label={`Keep this, reject the rest: ${title}`}>
        Keep this, reject the rest
      </Button>
    </li>
  )
}

function Comparison({ before, after }: { before: ArticleId; after: ArticleId }) {
  const intake = useIntake()
  const left = useQuery(libraryArticleQuery(intake, before))
  const right = useQuery(libraryArticleQuery(intake, after))
  const comparison = useQuery({
    ...comparisonQuery(intake, left.data?.text ?? '', right.data?.text ?? ''),
    enabled: Boolean(left.data && right.data),
  })
  if (!comparison.data) return <Skeleton lines={6} />
  return (
    <SideBySide
      {...comparison.data}
      before={<bdi>{left.data?.title.trim() || 'Untitled'}</bdi>}
      after={<bdi>{right.data?.title.trim() || 'Untitled'}</bdi>}
    />
  )
}
