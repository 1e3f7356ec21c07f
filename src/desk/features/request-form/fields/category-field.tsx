import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWorkerApi } from '../../../worker-client/worker-context.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { categoriesQuery } from '../request-queries.ts'

/**
 * Free text with the categories of earlier jobs as suggestions. Uses the browser's own suggestions: the popup of a
 * component kit hides the rest of the page from screen readers while it is open.
 */
export function CategoryField(props: Pick<TextFieldProps, 'value' | 'onValueChange' | 'error'>) {
  const { data: categories = [] } = useQuery(categoriesQuery(useWorkerApi()))
  const list = useId()
  return (
    <>
      <TextField
        {...props}
        label="Category"
        hint="Leave blank for any category."
        autoComplete="off"
        list={categories.length > 0 ? list : undefined}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
    </>
  )
}
