import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { useParams } from 'react-router-dom'
import type { ArticleId } from '../../../contract/ids.ts'
import { useEntry, useWorkerApi, useAnnotation } from '../../worker-client/worker-context.tsx'
import { comparisonQuery, libraryArticleQuery } from '../../worker-client/library-queries.ts'
import { jobNumber } from '../../library/jobs/job-title.ts'
import { shownTitle } from '../../library/records.ts'
import type { NearDuplicate } from '../../library/view/view.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { pluralize, percent } from '../../ui/number-words.ts'
import { DecisionLabel } from '../../ui/decision.tsx'
import { SideBySide, TextsUnreadable } from '../../ui/side-by-side.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './duplicates-dialog.module.css'

export function KeptArticle({ id, ref }: { id: ArticleId; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} className={styles.kept} role="group" aria-label="Article to keep">
      <p className={styles.heading}>Article to keep</p>
      <p className={styles.title} dir="auto">
        {useTitle(id)}
      </p>
      <Facts id={id} />
    </div>
  )
}

export interface OtherArticleProps {
  other: NearDuplicate
  kept: ArticleId
  isChosen: boolean
  isCompared: boolean
  onChoose: (isChosen: boolean) => void
  onCompare: (isCompared: boolean) => void
  onKeep: () => void
}

export function OtherArticle({
  other,
  kept,
  isChosen,
  isCompared,
  onChoose,
  onCompare,
  onKeep,
}: OtherArticleProps) {
  const { id } = other
  const title = useTitle(id)
  return (
    <li className={styles.member}>
      <div className={styles.words}>
        <Checkbox
          checked={isChosen}
          onCheckedChange={onChoose}
          label={
            <span className={styles.title} dir="auto">
              {title}
            </span>
          }
        />
        <Facts id={id} similarity={similarityWords(other)} />
      </div>
      <Button
        size="s"
        variant="quiet"
        aria-expanded={isCompared}
        aria-label={`Difference: ${title}`}
        onClick={() => onCompare(!isCompared)}
      >
        Difference
      </Button>
      <Button size="s" variant="quiet" aria-label={`Keep this one instead: ${title}`} onClick={onKeep}>
        Keep this one instead
      </Button>
      {isCompared ? (
        <div className={styles.comparison}>
          <Comparison before={kept} after={id} />
        </div>
      ) : null}
    </li>
  )
}

/** Of two texts of different length, a small part of the longer one may be all of the shorter one. */
function similarityWords({ share, similarity }: NearDuplicate): string {
  if (share === undefined) return 'Like others here, but not this one'
  const holds =
    similarity !== undefined && percent(similarity) !== percent(share)
      ? `, ${percent(similarity)} of which is in this one`
      : ''
  return `${percent(share)} of it is in the article to keep${holds}`
}

const useTitle = (id: ArticleId): string => shownTitle(useEntry(id)?.card.title)

function Facts({ id, similarity }: { id: ArticleId; similarity?: ReactNode }) {
  const entry = useEntry(id)
  const annotation = useAnnotation(id)
  const { jobId } = useParams()
  return (
    <p className={styles.facts}>
      {similarity ? <span>{similarity}</span> : null}
      <span>
        Article <bdi>{id}</bdi>
        {entry ? ` in job ${jobNumber(entry.jobs.find((key) => key === jobId) ?? entry.jobs[0] ?? '')}` : ''}
      </span>
      {entry ? <span>{pluralize(entry.card.wordCount, 'word')}</span> : null}
      {annotation?.decision ? <DecisionLabel decision={annotation.decision} /> : null}
    </p>
  )
}

function Comparison({ before, after }: { before: ArticleId; after: ArticleId }) {
  const worker = useWorkerApi()
  const left = useQuery(libraryArticleQuery(worker, before))
  const right = useQuery(libraryArticleQuery(worker, after))
  const comparison = useQuery({
    ...comparisonQuery(worker, left.data?.text ?? '', right.data?.text ?? ''),
    enabled: Boolean(left.data && right.data),
  })
  if (left.isError || right.isError || comparison.isError) return <TextsUnreadable />
  if (!comparison.data) return <Skeleton lines={6} />
  return (
    <SideBySide
      {...comparison.data}
      before={<bdi>{shownTitle(left.data?.title)}</bdi>}
      after={<bdi>{shownTitle(right.data?.title)}</bdi>}
    />
  )
}
