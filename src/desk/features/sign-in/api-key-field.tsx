import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState, type ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from '../../ui/field-frame.tsx'
import styles from '../../ui/field.module.css'
import { IconButton } from '../../ui/icon-button.tsx'

/**
 * Hidden by default, so that a shared screen or a screenshot doesn't reveal it. Its value is read through `ref`: React
 * writes the value of a controlled field into the page's markup, where extensions and error reports pick it up.
 */
export function ApiKeyField({
  hint,
  error,
  ...input
}: Pick<FieldFrameProps, 'hint' | 'error'> & Pick<ComponentProps<'input'>, 'ref' | 'onInput' | 'onPaste'>) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label="API key" {...{ hint, error }}>
      {(attributes) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoComplete="current-password"
            autoCorrect="off"
            name="password"
            spellCheck={false}
            {...input}
            {...attributes}
            type={shown ? 'text' : 'password'}
            className={styles.input}
          />
          <div className={styles.trailing}>
            <IconButton
              size="s"
              label="Show key"
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
