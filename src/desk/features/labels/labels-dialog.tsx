import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { fold } from '../../../text/fold.ts'
import { countLabels, editedAnnotation } from '../../library/annotations/annotation-buckets.ts'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { fromDevice, libraryKeys } from '../../worker-client/library-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { pluralize } from '../../ui/number-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { labelNames } from './label-names.ts'
import styles from './labels-dialog.module.css'

/** A longer one would fill a card. */
const longestLabel = 60

export interface LabelsDialogProps {
  ids: readonly ArticleId[]
  onLabel: (ids: readonly ArticleId[], labels: readonly string[], isSet: boolean) => void
  onClose: () => void
}

/** The labels of one or more articles: set or removed at once; those typed together are one undo step. */
export function LabelsDialog({ ids, onLabel, onClose }: LabelsDialogProps) {
  const library = useLibrary()
  const name = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const client = useQueryClient()
  const query = queryOptions({
    ...fromDevice,
    queryKey: [...libraryKeys.derived(library.name), 'labels', name],
    queryFn: async () => ({ all: await library.labels(), annotations: await library.annotations(ids) }),
    gcTime: 0,
  })
  const { data } = useQuery(query)
  const all = data?.all.map(({ value }) => value) ?? []
  // Once for all labels: counted one by one, each key typed for 10,000 articles would take a third of a second.
  const counts = countLabels((data?.annotations ?? []).map(([, annotation]) => annotation?.labels))
  const countOf = (label: string) => counts.get(label) ?? 0
  const wanted = fold(typed.trim())
  const shown = all.filter((label) => fold(label).includes(wanted))

  const change = (labels: readonly string[], isSet: boolean) => {
    if (data) {
      // They are read again only once they are written: until then, a second click would do the same again.
      void client.cancelQueries(query)
      const edit = { ids, set: isSet ? { addLabels: labels } : { removeLabels: labels } }
      const annotations = data.annotations.map(([id, was]) => [id, editedAnnotation(was, edit, 0)] as const)
      client.setQueryData(query.queryKey, { ...data, annotations })
    }
    onLabel(ids, labels, isSet)
  }

  const submit = async () => {
    const names = labelNames(typed, all)
    if (names.length === 0) return onClose()
    if (names.some(({ length }) => length > longestLabel))
      return setError(`A label has at most ${longestLabel} characters: shorten it.`)
    setTyped('')
    const inUse = data ? all : (await library.labels().catch(() => [])).map(({ value }) => value)
    const added = labelNames(typed, inUse).filter((label) => countOf(label) < ids.length)
    if (added.length > 0) change(added, true)
  }

  return (
    <Dialog
      onClose={onClose}
      title="Labels"
      description={`For ${pluralize(ids.length, 'article')}. Enter adds what you type; commas separate labels.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Label"
          error={error}
          value={typed}
          autoComplete="off"
          onValueChange={(typed) => {
            setTyped(typed)
            setError(undefined)
          }}
        />
      </form>
      {shown.length > 0 ? (
        <div role="group" aria-label="Labels in use" className={styles.labels}>
          {shown.map((label) => (
            <Checkbox
              key={label}
              label={<bdi>{label}</bdi>}
              checked={countOf(label) === ids.length}
              indeterminate={countOf(label) > 0 && countOf(label) < ids.length}
              onCheckedChange={() => change([label], countOf(label) < ids.length)}
            />
          ))}
        </div>
      ) : null}
    </Dialog>
  )
}
