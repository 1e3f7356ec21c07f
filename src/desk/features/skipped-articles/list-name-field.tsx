import { TextField } from '../../ui/text-field.tsx'
import { longestName } from './list-name.ts'

export interface ListNameFieldProps {
  label?: string
  value: string
  error: string | undefined
  onChange: (name: string) => void
  /** The error no longer applies once the name is edited. */
  onErrorGone: () => void
}

export function ListNameField({ label = 'Name', value, error, onChange, onErrorGone }: ListNameFieldProps) {
  return (
    <TextField
      label={label}
      error={error}
      value={value}
      maxLength={longestName}
      autoComplete="off"
      onValueChange={(name) => {
        onChange(name)
        onErrorGone()
      }}
    />
  )
}
