import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { FieldFrame, type FieldFrameProps } from '../../../ui/field-frame.tsx'
import styles from './category-suggestions.module.css'

export interface CategorySuggestionsProps extends Partial<FieldFrameProps> {
  value: string
  onValueChange: (value: string) => void
  categories: readonly string[]
}

/** A text field that offers the categories of earlier jobs; anything else may be written as well. */
export function CategorySuggestions({
  label,
  hint,
  error,
  value,
  onValueChange,
  categories,
}: CategorySuggestionsProps) {
  const [open, setOpen] = useState(false)
  const written = value.trim().toLowerCase()
  const matching = categories.filter((category) => category.toLowerCase().includes(written))
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <Autocomplete.Root
          items={categories}
          value={value}
          onValueChange={(next) => onValueChange(next)}
          filteredItems={matching}
          // Open and empty it would show nothing, and still hide the rest of the page from a screen reader.
          open={open && matching.length > 0}
          onOpenChange={setOpen}
          openOnInputClick
        >
          <Autocomplete.InputGroup className={styles.box}>
            <Autocomplete.Input {...attributes} className={styles.input} />
          </Autocomplete.InputGroup>
          <Autocomplete.Portal>
            <Autocomplete.Positioner className={styles.place} sideOffset={4}>
              <Autocomplete.Popup className={styles.popup}>
                <Autocomplete.List className={styles.list}>
                  {(category: string) => (
                    <Autocomplete.Item key={category} value={category} className={styles.item}>
                      {category}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </FieldFrame>
  )
}
