import { useId, type ReactNode } from 'react'
import styles from './field.module.css'
import hiddenStyles from './visually-hidden.module.css'

/** What surrounds every field: its label, hint and error. */
export interface FieldFrameProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** False for a form that moves the focus to the field at fault: its error is then read with it. */
  announcesError?: boolean | undefined
  labelHidden?: boolean | undefined
}

/** Connects a control to its label, hint and error; the caller draws the control with the given attributes. */
export function FieldFrame({
  label,
  hint,
  error,
  announcesError = true,
  labelHidden = false,
  className,
  children,
}: FieldFrameProps & {
  className?: string | undefined
  children: (attributes: FieldAttributes) => ReactNode
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const attributes: FieldAttributes = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    // What is typed stands as its own script does.
    dir: 'auto',
  }
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={labelHidden ? hiddenStyles.hidden : styles.label}>
        {label}
      </label>
      {children(attributes)}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role={announcesError ? 'alert' : undefined}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  dir: 'auto'
}
