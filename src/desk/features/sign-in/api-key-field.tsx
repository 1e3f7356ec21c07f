import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode, type Ref } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface ApiKeyFieldProps {
  value: string
  onValueChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Hidden by default, so that a shared screen or a screenshot does not give the key away. */
export function ApiKeyField(props: ApiKeyFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      label="API key"
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          size="s"
          label="Show key"
          icon={shown ? <EyeOff /> : <Eye />}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
