import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ArticleId } from '../../../contract/ids.ts'
import {
  useAnnotation,
  useArticleCache,
  useEntry,
  useOnUndone,
  useWorkerApi,
} from '../../worker-client/worker-context.tsx'
import { fromDevice, libraryKeys } from '../../worker-client/library-queries.ts'
import { useSteps } from '../../worker-client/use-steps.ts'
import type { DuplicateGroups, ViewSpec } from '../../library/view/view.ts'
import { articleIdFrom } from '../../paths.ts'
import type { WorkerApi } from '../../worker-protocol/worker-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import { capitalized, figure, pluralize } from '../../ui/number-words.ts'
import { TextsUnreadable } from '../../ui/side-by-side.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import styles from './duplicates-dialog.module.css'
import { groupWords } from './duplicates-dialog.tsx'
import { comparing, duplicatesQuery, Group, useGroup } from './group.tsx'

export interface GroupsDialogProps {
  /** The articles whose groups are compared. */
  spec: ViewSpec
  /** What the address names: the article to keep of the group that is shown, "start" or "end". */
  at: string
  onKeepOne: (kept: ArticleId, others: readonly ArticleId[]) => void
  onClose: () => void
}

/** State of the history entry. */
interface DialogState {
  readonly decided: readonly ArticleId[]
}

/** Groups of near-duplicates one after another, until none is left. */
export function GroupsDialog({ spec, at, onKeepOne, onClose }: GroupsDialogProps) {
  const navigate = useNavigate()
  const { undo } = useSteps()
  const articles = useArticleCache()
  const { state } = useLocation()
  /**
   * The groups decided on since the dialog was opened: what can be undone here, and where that leads. With the address,
   * so that they survive a reload.
   */
  const [decided, setDecided] = useState(() => (state as Partial<DialogState> | null)?.decided ?? [])
  const id = articleIdFrom(at)
  const go = useCallback(
    (to: ArticleId | undefined, next = decided) => {
      setDecided(next)
      const state: DialogState = { decided: next }
      void navigate(comparing(to, window.location.search), { replace: true, preventScrollReset: true, state })
    },
    [navigate, decided],
  )
  /** Not once the address names the next: what is pressed then, before that is drawn, would be for this one again. */
  const isHere = () => new URLSearchParams(window.location.search).get('compare') === at
  useOnUndone(() => {
    const last = decided.at(-1)
    if (last !== undefined) go(last, decided.slice(0, -1))
  })
  /** Those rejected may be duplicates of this one already: then there is no step to undo. */
  const isNews = (kept: ArticleId, others: readonly ArticleId[]) =>
    articles.annotation(kept)?.decision !== 'keep' ||
    others.some((other) => {
      const { decision, duplicateOf } = articles.annotation(other) ?? {}
      return decision !== 'reject' || duplicateOf !== kept
    })
  useShortcut('undo', undo, { enabled: decided.length > 0, inDialog: true, isCommand: false })
  const frame = {
    spec,
    onClose,
    undo:
      decided.length > 0 ? (
        <KeyButton shortcut="undo" onClick={() => void undo()}>
          Undo
        </KeyButton>
      ) : null,
  }
  if (Number.isNaN(id)) return <End {...frame} isStart={at === 'start'} onGo={go} />
  return (
    <OneGroup
      {...frame}
      id={id}
      onSkip={(next) => isHere() && go(next)}
      onKeepOne={(kept, others, next) => {
        if (!isHere()) return
        go(next, isNews(kept, others) ? [...decided, id] : decided)
        onKeepOne(kept, others)
      }}
    />
  )
}

interface Frame {
  spec: ViewSpec
  onClose: () => void
  undo: ReactNode
}

interface OneGroupProps extends Frame {
  id: ArticleId
  onSkip: (next: ArticleId | undefined) => void
  onKeepOne: (kept: ArticleId, others: readonly ArticleId[], next: ArticleId | undefined) => void
}

function OneGroup({ spec, id, onSkip, onKeepOne, onClose, undo }: OneGroupProps) {
  const worker = useWorkerApi()
  const { data, isPlaceholderData, isError } = useQuery({
    ...groupsQuery(worker, spec, id),
    placeholderData: keepPreviousData,
  })
  const following = isPlaceholderData ? undefined : data
  // Read ahead: the next group is there at once.
  const next = following?.first
  useQuery({ ...duplicatesQuery(worker, next ?? id), enabled: next !== undefined })
  const group = useGroup(id)
  const { kept, others, rejected, keptElement } = group
  // No key decides on an id in the address that is no article's: it would be skipped from then on.
  const isKnown = useEntry(kept) !== undefined
  const isKept = useAnnotation(kept)?.decision === 'keep'
  const canGo = following !== undefined
  const canKeep = canGo && others !== undefined && isKnown && (rejected.length > 0 || !isKept)
  const skip = () => onSkip(next)
  const keep = () => onKeepOne(kept, rejected, next)
  useShortcut('next', skip, { enabled: canGo, inDialog: true, isCommand: false })
  useShortcut('keep', keep, { enabled: canKeep, inDialog: true, isCommand: false })
  const begun = useRef<ArticleId>(undefined)
  useEffect(() => {
    if (begun.current !== id) keptElement.current?.focus()
    begun.current = id
  }, [id, keptElement])
  return (
    <Dialog
      wide
      onClose={onClose}
      {...groupWords}
      initialFocus={keptElement}
      footer={
        <>
          <p role="status" className={styles.left}>
            {data ? wordsOf(data) : null}
          </p>
          {undo}
          <KeyButton
            shortcut="next"
            aria-disabled={!canGo}
            // The second click of a double click would be for the next group, unseen.
            onClick={({ detail }) => detail > 1 || skip()}
          >
            Skip
          </KeyButton>
          <KeyButton
            shortcut="keep"
            variant="primary"
            aria-disabled={!canKeep}
            onClick={({ detail }) => detail > 1 || keep()}
          >
            {rejected.length === 0 ? 'Keep 1' : `Keep 1, reject ${figure(rejected.length)}`}
          </KeyButton>
        </>
      }
    >
      {isError ? <TextsUnreadable /> : null}
      <Group group={group} />
    </Dialog>
  )
}

function wordsOf({ count, isIndexing }: DuplicateGroups): string {
  if (count === 0 && !isIndexing) return 'The last group'
  return `${capitalized(pluralize(count, 'more group'))}${isIndexing ? ' so far' : ''}`
}

interface EndProps extends Frame {
  isStart: boolean
  onGo: (to: ArticleId) => void
}

/** Says what is left. At the start, goes on to the first group, if there is one. */
function End({ spec, isStart, onGo, onClose, undo }: EndProps) {
  const { data, isError } = useQuery(groupsQuery(useWorkerApi(), spec))
  const back = useRef<HTMLButtonElement>(null)
  const first = data?.first
  const isLeaving = isStart && first !== undefined
  useEffect(() => {
    if (isLeaving) onGo(first)
  }, [isLeaving, first, onGo])
  if (isLeaving || (isStart && !data && !isError)) return null
  return (
    <Dialog
      onClose={onClose}
      title={groupWords.title}
      description={<p role="status">{data ? endWords(data, isStart) : null}</p>}
      initialFocus={back}
      footer={
        <>
          {undo}
          <Button ref={back} onClick={onClose}>
            Back to the list
          </Button>
          {first === undefined ? null : (
            <Button variant="primary" onClick={() => onGo(first)}>
              Start again
            </Button>
          )}
        </>
      }
    >
      {isError ? <TextsUnreadable /> : null}
    </Dialog>
  )
}

function endWords({ count, isIndexing }: DuplicateGroups, isStart: boolean): string {
  const have = count === 1 ? '1 group still has' : `${figure(count)} groups still have`
  return [
    isStart ? '' : `That was the last group${isIndexing ? ' so far' : ''}.`,
    count > 0 ? `${have} an article that is neither kept nor rejected.` : '',
    count === 0 && !isIndexing ? 'No group is left to decide on.' : '',
    count === 0 && isIndexing && isStart ? 'No group has been found so far.' : '',
    isIndexing ? 'Texts are still being compared.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const groupsQuery = ({ library }: WorkerApi, spec: ViewSpec, after?: ArticleId) =>
  queryOptions({
    ...fromDevice,
    gcTime: 0,
    queryKey: [...libraryKeys.views(library.name), 'groups', spec, after],
    queryFn: () => library.duplicateGroups(spec, after),
  })
