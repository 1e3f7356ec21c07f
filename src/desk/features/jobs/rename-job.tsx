import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSayNotKept } from '../../ui/not-kept.ts'
import { TextField } from '../../ui/text-field.tsx'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { jobName } from './request-words.ts'

/** The editor's own name for a job; if blank, the job is named by its request. */
export function RenameJob({ record, onClose }: { record: JobRecord; onClose: () => void }) {
  const library = useLibrary()
  const [name, setName] = useState(record.name ?? '')
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: () => library.editJob(record.key, { name }),
    onSuccess: onClose,
    onError: useSayNotKept(setError),
  })
  return (
    <FormDialog
      title={`Rename ${jobTitle(record).toLowerCase()}`}
      submitLabel="Save"
      busy={save.isPending}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint={`Leave blank to call it “${jobName({ ...record, name: undefined })}”.`}
        error={error}
        value={name}
        maxLength={120}
        onValueChange={(name) => {
          setName(name)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
