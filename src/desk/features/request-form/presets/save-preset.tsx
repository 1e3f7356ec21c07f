import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import type { Named } from '../../../library/records.ts'
import { sameName } from '../../../library/compare-names.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useSayNotKept } from '../../../ui/not-kept.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { FormState } from '../form-state.ts'
import type { Preset } from './preset.ts'

/** Saves the form as a preset; replaces one of the same name. */
export function SavePreset({
  form,
  readPreset,
  presets,
  onClose,
}: {
  form: FormState
  /** Passed in: what the form has loaded need not be a file that it shares with this dialog. */
  readPreset: () => Promise<Preset>
  presets: readonly Named[]
  onClose: () => void
}) {
  const library = useLibrary()
  const toast = useToast()
  const [name, setName] = useState(() => suggestedName(form))
  const [error, setError] = useState<string>()
  const sayNotKept = useSayNotKept(setError)
  const known = presets.find((preset) => sameName(preset.name, name))
  const save = useMutation({
    mutationFn: async () => {
      await library.saveNamed({
        kind: 'preset',
        name: name.trim(),
        value: await readPreset(),
        ...(known && { key: known.key }),
      })
    },
    onSuccess: () => {
      toast({ message: `Saved the preset “${name.trim()}”` })
      onClose()
    },
    onError: sayNotKept,
  })

  const submit = () => (name.trim() === '' ? setError('Give it a name.') : save.mutate())

  return (
    <FormDialog
      title="Save this request"
      description="Saves the keywords, category, number, signatures and where ids to skip come from; the ids themselves are collected again each time."
      submitLabel={known ? 'Replace preset' : 'Save preset'}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint={known ? `There is a preset ${known.name}: it will be replaced.` : undefined}
        error={error}
        value={name}
        maxLength={200}
        autoComplete="off"
        onValueChange={(name) => {
          setName(name)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}

/** A name made from what the request asks for. */
function suggestedName({ keywords, category }: FormState): string {
  const subject = keywords.slice(0, 3).join(', ')
  const place = category.trim()
  return subject && place ? `${subject} in ${place}` : subject || place
}
