import { useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'
import { isModShortcut } from './shortcuts.ts'

export interface FormDialogProps {
  title: string
  description?: string | undefined
  /** Label of the submit button; Enter in a field presses it, and as in the form of a job, Ctrl+Enter or Cmd+Enter. */
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
  const submitButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={submitButton}
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {/* The form only handles events that bubble up from its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={formId}
        className={styles.form}
        noValidate
        onKeyDown={(event) => {
          // In a field of several lines Enter begins a new one.
          if (!isModShortcut(event, 'create-job')) return
          event.preventDefault()
          if (!event.repeat) submitButton.current?.click()
        }}
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
