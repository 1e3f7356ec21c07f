import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import styles from './field.module.css'

export interface TextAreaProps
  extends
    Pick<FieldFrameProps, 'label' | 'hint' | 'error'>,
    Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'children'> {
  value: string
  onValueChange: (value: string) => void
}

export function TextArea({
  label,
  hint,
  error,
  value,
  onValueChange,
  className,
  ...textarea
}: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, error, className }}>
      {(attributes) => (
        <div className={styles.box}>
          <textarea
            {...textarea}
            {...attributes}
            className={styles.input}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
