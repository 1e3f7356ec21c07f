import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import styles from './field.module.css'

export interface TextFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'> {
  value: string
  onValueChange: (value: string) => void
  /** A small button or unit inside the box, after the text. */
  trailing?: ReactNode
  /** Shown in place of the browser's own form of a date, except while it is edited. */
  shownAs?: string | undefined
}

export function TextField({
  label,
  hint,
  error,
  announcesError,
  labelHidden,
  trailing,
  shownAs,
  value,
  onValueChange,
  className,
  ...input
}: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, announcesError, labelHidden, className }}>
      {(attributes) => (
        <div className={styles.box} data-shown={shownAs} data-blank={value === '' || undefined}>
          <input
            {...input}
            {...attributes}
            className={styles.input}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          {trailing ? <div className={styles.trailing}>{trailing}</div> : null}
        </div>
      )}
    </FieldFrame>
  )
}
