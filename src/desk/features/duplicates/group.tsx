import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import type { To } from 'react-router-dom'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { fromDevice, libraryKeys } from '../../worker-client/library-queries.ts'
import { useSetting } from '../../worker-client/use-setting.ts'
import type { NearDuplicate } from '../../library/view/view.ts'
import { paths } from '../../paths.ts'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import { TextsUnreadable } from '../../ui/side-by-side.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isAlike, toReject } from './articles-to-reject.ts'
import styles from './duplicates-dialog.module.css'
import { KeptArticle, OtherArticle } from './member.tsx'

export interface GroupState {
  /** The article to keep. */
  readonly kept: ArticleId
  /** Undefined until they have been read. */
  readonly others: readonly NearDuplicate[] | undefined
  readonly isError: boolean
  /** Those selected. */
  readonly rejected: readonly ArticleId[]
  readonly alikeFrom: number
  readonly setAlikeFrom: (percent: number) => void
  readonly choice: Choice
  readonly change: (part: Partial<Choice>) => void
  readonly keptElement: RefObject<HTMLDivElement | null>
}

interface Choice {
  readonly kept: ArticleId
  readonly chosen: ReadonlyMap<ArticleId, boolean>
  /** Null once the comparison has been closed; a single near-duplicate is compared from the start. */
  readonly compared: ArticleId | null | undefined
}

/** @param id the article to keep until another is chosen. Another one begins anew. */
export function useGroup(id: ArticleId): GroupState {
  const [latest, setLatest] = useState({ id, choice: keeping(id) })
  const choice = latest.id === id ? latest.choice : keeping(id)
  const { kept, chosen } = choice
  const { data: others, isError } = useQuery(duplicatesQuery(useWorkerApi(), kept))
  const [alikeFrom, setAlikeFrom] = useAlikeFrom()
  return {
    kept,
    others,
    isError,
    rejected: toReject(others ?? [], alikeFrom, chosen),
    alikeFrom,
    setAlikeFrom,
    choice,
    change: (part) => setLatest({ id, choice: { ...choice, ...part } }),
    keptElement: useRef(null),
  }
}

const nothingChosen: ReadonlyMap<ArticleId, boolean> = new Map()

const keeping = (kept: ArticleId): Choice => ({ kept, chosen: nothingChosen, compared: undefined })

/** One article to keep, and its near-duplicates: each can be compared with it and rejected as its duplicate. */
export function Group({ group }: { group: GroupState }) {
  const { kept, others, isError, rejected, alikeFrom, setAlikeFrom, choice, change, keptElement } = group
  const { chosen, compared } = choice
  const parts = [
    {
      title: `At least ${alikeFrom}% in the article to keep`,
      members: others?.filter((it) => isAlike(it, alikeFrom)),
    },
    { title: `Less than ${alikeFrom}%`, members: others?.filter((it) => !isAlike(it, alikeFrom)) },
  ]
  const keep = (other: ArticleId) => {
    // The button that was pressed goes away with its row.
    keptElement.current?.focus()
    change(keeping(other))
  }
  return (
    <>
      {isError ? <TextsUnreadable /> : null}
      <KeptArticle ref={keptElement} id={kept} />
      <AlikeFromField
        percent={alikeFrom}
        onChange={(percent) => {
          setAlikeFrom(percent)
          change({ chosen: nothingChosen })
        }}
      />
      {others || isError ? null : <Skeleton lines={8} />}
      {others?.length === 0 ? <p>It has no near-duplicates.</p> : null}
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
                  onChoose={(isChosen) => change({ chosen: new Map(chosen).set(other.id, isChosen) })}
                  onCompare={(isCompared) => change({ compared: isCompared ? other.id : null })}
                  onKeep={() => keep(other.id)}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  )
}

/** Near-duplicates, most similar first. Read again on every visit, since they include the decisions. */
export const duplicatesQuery = ({ library }: WorkerApi, id: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    queryKey: [...libraryKeys.whole(library.name), 'duplicates', id],
    queryFn: () => library.duplicatesOf(id),
  })

/**
 * Where a group is compared, and then those that follow it in the library.
 *
 * @param id the article to keep until another is chosen; undefined for the end
 * @param filters of the library, as in its address
 */
export function comparing(id: ArticleId | undefined, filters: string | URLSearchParams): To {
  const params = new URLSearchParams(filters)
  params.set('duplicates', 'yes')
  params.set('compare', typeof id === 'string' ? `~${id}` : String(id ?? 'end'))
  return { pathname: paths.library, search: params.toString() }
}

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
