import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { articleFormats } from '../files/article-file-type.ts'
import { IdsField } from './ids-field.tsx'

const ignore = (): void => {}

it('offers files in every format in which articles are exported', () => {
  const { container } = render(<IdsField text="" onTextChange={ignore} sources={[]} onAdd={ignore} />)
  const accepted = container.querySelector('input')?.accept.split(',')
  expect(accepted).toEqual(expect.arrayContaining(articleFormats.map((format) => `.${format}`)))
})
