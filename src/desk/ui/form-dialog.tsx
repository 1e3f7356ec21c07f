import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'

export interface FormDialogProps {
  title: string
  description?: string | undefined
  /** Label of the submit button; Enter in a field presses it. */
  submitLabel: string
  /** Whether something it waits for is in progress. */
  busy: boolean
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that is a single form, to submit or cancel; rendered only while open. */
export function FormDialog({
  title,
  description,
  submitLabel,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          onSubmit()
          // Once drawn: else a screen reader says nothing, as if the button did nothing.
          queueMicrotask(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
