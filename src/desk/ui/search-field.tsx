import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useImperativeHandle, useRef, type ComponentProps, type Ref } from 'react'
import { FieldFrame } from './field-frame.tsx'
import styles from './field.module.css'
import { IconButton } from './icon-button.tsx'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  label: string
  value: string
  onValueChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, value, onValueChange, ref, className, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => field.current!)
  const clear = () => {
    onValueChange('')
    field.current?.focus()
  }
  return (
    <FieldFrame label={label} labelHidden className={className}>
      {(attributes) => (
        <div className={styles.box}>
          <span className={styles.leading} aria-hidden="true">
            <Search size={16} strokeWidth={1.75} />
          </span>
          <input
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...attributes}
            ref={field}
            type="search"
            className={styles.input}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
          {value ? (
            <span className={styles.trailing}>
              <IconButton size="s" label="Clear search" icon={<X />} onClick={clear} />
            </span>
          ) : null}
        </div>
      )}
    </FieldFrame>
  )
}
