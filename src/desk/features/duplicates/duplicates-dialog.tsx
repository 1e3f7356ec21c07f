import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { duplicatesQuery } from '../../worker-client/library-queries.ts'
import { useSetting } from '../../worker-client/use-setting.ts'
import { Button } from '../../ui/button.tsx'
import { figure } from '../../ui/number-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextsUnreadable } from '../../ui/side-by-side.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './duplicates-dialog.module.css'
import { isAlike, toReject } from './articles-to-reject.ts'
import { KeptArticle, OtherArticle } from './member.tsx'

export interface DuplicatesDialogProps {
  /** The article the dialog is opened from: the one to keep until another is chosen. */
  id: ArticleId
  onKeepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  onClose: () => void
}

/** One article to keep, and its near-duplicates: each can be compared with it and rejected as its duplicate. */
export function DuplicatesDialog({ id, onKeepOne, onClose }: DuplicatesDialogProps) {
  const [kept, setKept] = useState(id)
  const { data: others, isError } = useQuery(duplicatesQuery(useWorkerApi(), kept))
  const [alikeFrom, setAlikeFrom] = useAlikeFrom()
  const [chosen, setChosen] = useState<ReadonlyMap<ArticleId, boolean>>(nothingChosen)
  /** Null once the comparison has been closed; a single near-duplicate is compared from the start. */
  const [compared, setCompared] = useState<ArticleId | null>()
  const rejected = toReject(others ?? [], alikeFrom, chosen)
  const parts = [
    {
      title: `At least ${alikeFrom}% in the article to keep`,
      members: others?.filter((it) => isAlike(it, alikeFrom)),
    },
    { title: `Less than ${alikeFrom}%`, members: others?.filter((it) => !isAlike(it, alikeFrom)) },
  ]
  const keptElement = useRef<HTMLDivElement>(null)
  const keep = (other: ArticleId) => {
    // The button that was pressed goes away with its row.
    keptElement.current?.focus()
    setKept(other)
    setChosen(nothingChosen)
    setCompared(undefined)
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Near-duplicates"
      description="One article is kept. Those selected are rejected as its duplicates, and skipped from now on."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={rejected.length === 0}
            onClick={() => {
              onKeepOne(kept, rejected)
              onClose()
            }}
          >
            {rejected.length === 0 ? 'Reject' : `Reject ${figure(rejected.length)}`}
          </Button>
        </>
      }
    >
      {isError ? <TextsUnreadable /> : null}
      <KeptArticle ref={keptElement} id={kept} />
      <AlikeFromField
        percent={alikeFrom}
        onChange={(percent) => {
          setAlikeFrom(percent)
          setChosen(nothingChosen)
        }}
      />
      {others || isError ? null : <Skeleton lines={8} />}
      {parts.map(({ title, members = [] }) =>
        members.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h3 className={styles.heading}>{title}</h3>
            <ul className={styles.group}>
              {members.map((other) => (
                <OtherArticle
                  key={`${typeof other.id} ${other.id}`}
                  other={other}
                  kept={kept}
                  isChosen={rejected.includes(other.id)}
                  isCompared={compared === undefined ? others?.length === 1 : compared === other.id}
                  onChoose={(isChosen) => setChosen(new Map(chosen).set(other.id, isChosen))}
                  onCompare={(isCompared) => setCompared(isCompared ? other.id : null)}
                  onKeep={() => keep(other.id)}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </Dialog>
  )
}

const nothingChosen: ReadonlyMap<ArticleId, boolean> = new Map()

/** A value takes effect as soon as it is valid. */
function AlikeFromField({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      className={styles.from}
      label="Smallest share to select"
      hint={`Selects those that have at least this much of their text in the article to keep (${least} to ${most}%).`}
      type="number"
      min={least}
      max={most}
      trailing={<span className={styles.unit}>%</span>}
      value={typed ?? String(percent)}
      onValueChange={(text) => {
        setTyped(text)
        const next = Number(text)
        if (isPercent(next)) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

const usual = 90
/** Near-duplicates share at least half a text. */
const [least, most] = [50, 100]

/** The percentage from which an article counts as nearly the same as the kept one; remembered for the account. */
function useAlikeFrom(): [percent: number, change: (percent: number) => void] {
  const [saved, change] = useSetting('alike-from')
  return [isPercent(saved) ? saved : usual, change]
}

const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
