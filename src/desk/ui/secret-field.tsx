import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState, type ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import styles from './field.module.css'
import { IconButton } from './icon-button.tsx'

export interface SecretFieldProps
  extends
    Pick<FieldFrameProps, 'label' | 'hint' | 'error'>,
    Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'type' | 'children'> {
  /** Label of the reveal button: "Show key". */
  showLabel: string
}

/**
 * Hidden by default, so that a shared screen or a screenshot doesn't reveal it. Its value is read through `ref`: React
 * writes the value of a controlled field into the page's markup, where extensions and error reports pick it up.
 */
export function SecretField({ label, hint, error, showLabel, className, ...input }: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error, className }}>
      {(attributes) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...attributes}
            type={shown ? 'text' : 'password'}
            className={styles.input}
          />
          <div className={styles.trailing}>
            <IconButton
              size="s"
              label={showLabel}
              icon={shown ? <EyeOff /> : <Eye />}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
