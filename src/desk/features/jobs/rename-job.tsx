import { useState } from 'react'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import type { JobRecord } from '../../library/records.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useHasUnmounted } from '../../ui/use-before-leaving.ts'
import { jobTitle } from '../../library/jobs/job-title.ts'
import { jobName } from './request-words.ts'

/** The editor's own name for a job; if blank, the job is named by its request. */
export function RenameJob({ record, onClose }: { record: JobRecord; onClose: () => void }) {
  const library = useLibrary()
  const toast = useToast()
  const hasUnmounted = useHasUnmounted()
  const [name, setName] = useState(record.name ?? '')
  const [isSaving, setSaving] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const save = () => {
    setSaving(true)
    library.editJob(record.key, { name }).then(onClose, () => {
      if (hasUnmounted.current) toast({ message: notSaved })
      setSaving(false)
      setRefused(true)
    })
  }
  return (
    <FormDialog
      title={`Rename ${jobTitle(record).toLowerCase()}`}
      submitLabel="Save"
      busy={isSaving}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint={`Leave blank to call it “${jobName({ ...record, name: undefined })}”.`}
        error={isRefused ? notSaved : undefined}
        announcesError
        value={name}
        maxLength={120}
        dir="auto"
        onValueChange={setName}
      />
    </FormDialog>
  )
}

const notSaved = 'Not saved: this device could not save the change.'
