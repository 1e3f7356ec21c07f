import { useMutation, useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { useWorkerApi, useLibrary } from '../../../worker-client/worker-context.tsx'
import { namedQuery } from '../../../worker-client/library-queries.ts'
import { notDeleted, useSteps } from '../../../worker-client/use-steps.ts'
import { addressOfView, type Named } from '../../../library/records.ts'
import { sameName } from '../../../library/compare-names.ts'
import type { ViewSpec } from '../../../library/view/view.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { isComposingKey } from '../../../ui/is-composing-key.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useSayNotKept } from '../../../ui/not-kept.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { keepRowFocus } from '../../../ui/row-focus.ts'
import { useHasUnmounted } from '../../../ui/use-before-leaving.ts'
import styles from './saved-views.module.css'
import { addressOf, specFrom } from './view-address.ts'

/** Named views: search, filters and sort order, never the articles they show today. */
export function SavedViews({ spec }: { spec: ViewSpec }) {
  const library = useLibrary()
  const { data: views = [] } = useQuery(namedQuery(useWorkerApi(), 'view'))
  const { say } = useSteps()
  /** The key of a view, or blank for an unsaved one. */
  const [naming, setNaming] = useState<string>()
  /** The view saved or cancelled last, which gets the focus back; blank for none. */
  const [named, setNamed] = useState<string>()
  const section = useRef<HTMLElement>(null)
  const address = addressOf(spec)
  const canSave = address !== '' && !views.some((view) => addressIn(view) === address)

  /** Once: a view of that name that comes back later, by an undo or from another tab, must not take it again. */
  const takeFocus = useCallback((element: HTMLElement | null) => {
    if (!element) return
    element.focus()
    setNamed(undefined)
  }, [])
  const endNaming = (name: string) => {
    setNaming(undefined)
    const { activeElement, body } = document
    // The editor may have gone on while it was saved.
    if (activeElement !== body && !section.current?.querySelector('form')?.contains(activeElement)) return
    // Until the list has the view under its name.
    section.current?.focus({ preventScroll: true })
    setNamed(name)
  }
  const save = (name: string, known: Named | undefined, value: unknown) =>
    library.saveNamed({ kind: 'view', name, value, ...(known && { key: known.key }) })

  return (
    <section ref={section} tabIndex={-1} className={styles.views} aria-label="Saved views">
      {views.length > 0 ? (
        <ul ref={keepRowFocus} className={styles.list}>
          {views.map((view) => (
            <li key={view.key} className={styles.view}>
              {naming === view.key ? (
                <NameForm
                  renamed={view}
                  views={views}
                  onSave={(name) => save(name, view, view.value)}
                  onEnd={endNaming}
                />
              ) : (
                <>
                  <Link
                    ref={view.name === named ? takeFocus : undefined}
                    to={{ pathname: paths.library, search: addressIn(view) }}
                    className={styles.name}
                    aria-current={addressIn(view) === address || undefined}
                  >
                    <Bookmark size={15} strokeWidth={1.75} />
                    <bdi>{view.name}</bdi>
                  </Link>
                  <Menu
                    label={`Actions for ${view.name}`}
                    trigger={<Ellipsis />}
                    size="s"
                    items={[
                      {
                        label: 'Rename',
                        onSelect: () => {
                          setNamed(undefined)
                          setNaming(view.key)
                        },
                      },
                      {
                        label: 'Delete',
                        danger: true,
                        onSelect: () => say(library.deleteNamed(view.key), notDeleted),
                      },
                    ]}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {naming === '' ? (
        <NameForm views={views} onSave={(name, known) => save(name, known, { address })} onEnd={endNaming} />
      ) : (
        <Button
          ref={named === '' ? takeFocus : undefined}
          size="s"
          icon={<Bookmark />}
          className={styles.save}
          // Its space is reserved, so that the first filter moves nothing.
          aria-disabled={!canSave}
          onClick={() => {
            setNamed(undefined)
            setNaming('')
          }}
        >
          Save this view
        </Button>
      )}
    </section>
  )
}

interface NameFormProps {
  /** The view that gets another name; undefined for an unsaved one, which replaces a view of the same name. */
  renamed?: Named
  views: readonly Named[]
  onSave: (name: string, known: Named | undefined) => Promise<unknown>
  /** @param name of the view now; blank for one that was not saved */
  onEnd: (name: string) => void
}

function NameForm({ renamed, views, onSave, onEnd }: NameFormProps) {
  const hasUnmounted = useHasUnmounted()
  const [name, setName] = useState(renamed?.name ?? '')
  const [error, setError] = useState<string>()
  const known = views.find((view) => view.key !== renamed?.key && sameName(view.name, name))
  const replaced = renamed ? undefined : known
  const save = useMutation({
    mutationFn: (name: string) => onSave(name, known),
    // Cancelled meanwhile, it may have made way for another name.
    onSuccess: (_, name) => hasUnmounted.current || onEnd(name),
    onError: useSayNotKept(setError),
  })
  const cancel = () => onEnd(renamed?.name ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setError('Give the view a name.')
    else if (renamed && known) setError('Another view has this name.')
    else save.mutate(name.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={selectName}
        label="Name of the view"
        value={name}
        maxLength={120}
        // The editor has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        hint={replaced ? `There is a view ${replaced.name}: it will be replaced.` : undefined}
        error={error}
        onValueChange={(name) => {
          setName(name)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposingKey(event)) return
          event.stopPropagation()
          cancel()
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" size="s" busy={save.isPending}>
          {replaced ? 'Replace' : 'Save'}
        </Button>
        <Button size="s" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What is typed takes the place of the former name, as in dialogs. */
const selectName = (field: HTMLInputElement | null): void => field?.select()

/** In the form this version of the desk writes: an older or newer one may have other filters. */
function addressIn(view: Named): string {
  const address = addressOfView(view)
  return address === undefined ? '' : addressOf(specFrom(new URLSearchParams(address)))
}
