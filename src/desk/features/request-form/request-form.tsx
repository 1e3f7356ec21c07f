import { useQuery } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { Link } from 'react-router-dom'
import { requestLimits } from '../../../contract/job.ts'
import type { JobKey } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { isModShortcut } from '../../ui/shortcuts.ts'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { jobsQuery } from '../../worker-client/library-queries.ts'
import { useLibrary, useWorkerApi } from '../../worker-client/worker-context.tsx'
import { isBlank, readArticleCount, requestOf, type FormState } from './form-state.ts'
import { suggestedCategories } from './fields/category-suggestions.ts'
import { KeywordField } from './fields/keyword-field.tsx'
import type { FormPart } from './start/load-start.ts'
import { MadeFrom } from './start/made-from.tsx'
import type { StartOfTurn } from './start/use-start.ts'
import { Presets } from './presets/presets-menu.tsx'
import { RefusalAlert } from './sending/refusal-alert.tsx'
import { isOffline, notRun, offline, refusalOf, unsavedJob, type Refusal } from './sending/refusal.ts'
import styles from './request-form.module.css'
import { RequestPanel } from './sending/request-panel.tsx'
import { SkipFields } from './skips/skip-fields.tsx'
import { useCreateJob, type CreateCallbacks } from './sending/use-create-job.ts'
import { useSkipped } from './skips/use-skipped.ts'
import { useBringBack } from './use-bring-back.ts'
import { useDraftKeeper } from './use-draft-keeper.ts'

export interface RequestFormProps {
  start: StartOfTurn
  /** Element in the screen's head that holds the presets; null until it is drawn. */
  presetsPlace: Element | null
  /** Called when the request has become a job, or an unconfirmed one. */
  onCreated: (key: JobKey) => void
}

const ignore = (): void => {}

/** After a reload, the page is where it was: at the button. */
const bringIntoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'center' })

const filledIn = (preset: string): string => `Filled in from the preset “${preset}”`

export function RequestForm({ start, presetsPlace, onCreated }: RequestFormProps) {
  const [form, setForm] = useState(start.form)
  const shown = useRef(form)
  const [refusal, setRefusal] = useState<Refusal>()
  const [countError, setCountError] = useState<string>()
  const [reading, setReading] = useState<readonly string[]>([])
  /** How often what was being read became unwanted. */
  const [drops, setDrops] = useState(0)
  const countField = useRef<HTMLInputElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const { keywords: keywordField, category: categoryField, skip: skipGroup } = useFirstFocus(start.part)
  const { account, requireSignIn } = useSession()
  const library = useLibrary()
  const toast = useToast()
  const bringBack = useBringBack()
  const skipped = useSkipped(form)
  // Its page went away while it was sent, and nobody has been told.
  const unanswered = skipped.allJobs.find(
    ({ phase, failure }) => phase === 'unconfirmed' && failure?.kind === 'aborted',
  )
  const { createJob, isSending } = useCreateJob(useDraftKeeper(form, start))
  // Sends a preset, not the half-filled form, whose draft stays.
  const presetRun = useCreateJob()

  useLayoutEffect(() => {
    shown.current = form
  }, [form])

  const dropReading = useCallback(() => {
    setDrops((count) => count + 1)
    setReading([])
  }, [])

  useEffect(
    () =>
      library.subscribe(({ service }) => {
        if (service !== 'was-reset') return
        // Ids given so far name other articles now.
        setForm((form) => ({ ...form, idText: '', idLists: [] }))
        dropReading()
      }),
    [library, dropReading],
  )

  // In an effect: by then the field is marked invalid, and its error is read with it.
  useEffect(() => {
    if (refusal?.fieldErrors) formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // Of a long form, the button is in sight at any point, but the message is at the end.
    else formElement.current?.querySelector('div[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [refusal])

  const change = (part: Partial<FormState>) => {
    setForm((form) => ({ ...form, ...part }))
    if (refusal?.fieldErrors) setRefusal(undefined)
  }

  const countProblem = countError ?? refusal?.fieldErrors?.articleCount

  const checkCount = () => {
    const read = readArticleCount(form.articleCount)
    setCountError('error' in read ? read.error : undefined)
    return 'count' in read
  }

  /** @param onRefused called before the refusal is shown */
  const onceAnswered = (onRefused = ignore): CreateCallbacks => ({
    onOutcome: (outcome) => {
      if ('key' in outcome) return onCreated(outcome.key)
      if (outcome.kind === 'unsaved') return setRefusal(unsavedJob(outcome.failure))
      // The session asks for the key, on any screen. What it was for is said here.
      if (outcome.failure.kind === 'unauthorized') requireSignIn()
      onRefused()
      return setRefusal(refusalOf(outcome.failure))
    },
    onError: () => setRefusal(refusalOf({ kind: 'storage' })),
  })

  const send = () => {
    // Ids still being read would be missing from the request, and their articles would come again.
    if (reading.length > 0) return undefined
    if (!checkCount()) return countField.current?.focus()
    if (account && isOffline(account.serviceAddress)) return setRefusal(offline)
    setRefusal(undefined)
    return createJob(form, onceAnswered())
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }

  const press = (event: KeyboardEvent) => {
    if (!isModShortcut(event, 'create-job')) return
    event.preventDefault()
    if (!event.repeat) send()
  }

  const replace = (next: FormState, message: string) => {
    // Not the form of this render: it may have been edited since, while a preset's request was under way.
    const before = shown.current
    setForm(next)
    dropReading()
    setCountError(undefined)
    setRefusal(undefined)
    toast({ message, action: { label: 'Undo', onAction: () => bringBack(before, setForm) } })
  }

  const clear = () => {
    replace(start.blank, 'Form cleared')
    // The button goes away.
    keywordField.current?.focus()
  }

  const runPreset = (preset: FormState, name: string) => {
    if (isSending) return
    const fillIn = (refusal?: Refusal) => {
      replace(preset, filledIn(name))
      setRefusal(refusal)
    }
    const count = readArticleCount(preset.articleCount)
    if ('error' in count) fillIn(notRun(count.error))
    else if (account && isOffline(account.serviceAddress)) fillIn(offline)
    else presetRun.createJob(preset, onceAnswered(fillIn))
  }

  return (
    <>
      {presetsPlace ? (
        <Presets
          place={presetsPlace}
          form={form}
          onUse={(next, name) => replace(next, filledIn(name))}
          onRun={runPreset}
        />
      ) : null}
      {/* The form only handles events that bubble up from its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={formElement}
        className={styles.form}
        noValidate
        onSubmit={submit}
        onKeyDown={press}
        aria-label="Request for articles"
      >
        <div className={styles.upper}>
          {unanswered ? (
            <Alert tone="caution">
              <Link ref={bringIntoView} to={paths.job(unanswered.key)}>
                A request has had no answer. It is kept under Jobs as “Unconfirmed”
              </Link>
            </Alert>
          ) : null}
          {form.madeFrom ? <MadeFrom form={form} /> : null}
          <KeywordField
            ref={keywordField}
            keywords={form.keywords}
            error={refusal?.fieldErrors?.keywords}
            keywordText={form.keywordText}
            onChange={change}
          />
          <div className={styles.pair}>
            <CategoryField
              ref={categoryField}
              value={form.category}
              error={refusal?.fieldErrors?.category}
              onValueChange={(category) => change({ category })}
            />
            <TextField
              ref={countField}
              label="Number of articles"
              hint={
                countProblem
                  ? undefined
                  : `Leave blank for the service's default (usually ${requestLimits.defaultArticleCount}).`
              }
              error={countProblem}
              announcesError={!refusal?.fieldErrors}
              value={form.articleCount}
              onValueChange={(articleCount) => {
                change({ articleCount })
                setCountError(undefined)
              }}
              onBlur={checkCount}
              // Not `type="number"`: the mouse wheel and stray keys change it unnoticed.
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <Checkbox
            isSwitch
            label="Remove signatures"
            hint="Removes author boxes, bylines and source notes from the end of each text."
            checked={form.removeSignature}
            onCheckedChange={(removeSignature) => change({ removeSignature })}
          />
          <SkipFields
            key={drops}
            ref={skipGroup}
            form={form}
            skipped={skipped}
            reading={reading}
            onReading={setReading}
            onChange={setForm}
          />
          {refusal ? <RefusalAlert refusal={refusal} /> : null}
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={isSending || reading.length > 0}>
              {isSending ? 'Sending' : 'Create job'}
            </Button>
            {isBlank(form, start.blank) ? null : (
              <Button variant="quiet" onClick={clear}>
                Clear form
              </Button>
            )}
          </div>
        </div>
        {/* Below the buttons: above them, they would cover half of it in many windows. */}
        <RequestPanel
          request={requestOf(form)}
          skips={skipped.total}
          readSkips={skipped.readAll}
          account={account}
        />
      </form>
    </>
  )
}

/** Focuses the part of the form that the link named, otherwise the keywords. */
function useFirstFocus(part: FormPart = 'keywords') {
  const keywords = useRef<HTMLInputElement>(null)
  const category = useRef<HTMLInputElement>(null)
  const skip = useRef<HTMLFieldSetElement>(null)
  // In a layout effect: a moment later the editor may already be in another field.
  useLayoutEffect(() => {
    const { current } = { keywords, category, skip }[part]
    if (part === 'skip') current?.scrollIntoView()
    current?.focus({ preventScroll: true })
  }, [part])
  return { keywords, category, skip }
}

/**
 * Free text with the categories of earlier jobs as suggestions. Uses the browser's own suggestions: the popup of a
 * component kit hides the rest of the page from screen readers while it is open.
 */
function CategoryField(props: Pick<TextFieldProps, 'ref' | 'value' | 'onValueChange' | 'error'>) {
  const { data: categories = [] } = useQuery({ ...jobsQuery(useWorkerApi()), select: suggestedCategories })
  const list = useId()
  return (
    <>
      <TextField
        {...props}
        label="Category"
        hint="Leave blank for any category."
        announcesError={false}
        autoComplete="off"
        list={categories.length > 0 ? list : undefined}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
    </>
  )
}
