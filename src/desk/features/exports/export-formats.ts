import type { ArticleFormat } from '../../files/article-file-type.ts'
import type { IdFormat } from '../../files/id-file.ts'

interface FormatOption<Format> {
  readonly value: Format
  readonly label: string
  readonly hint: string
}

export const articleFormats: readonly FormatOption<ArticleFormat>[] = [
  { value: 'csv', label: 'CSV', hint: 'A table for spreadsheets, a row an article.' },
  { value: 'docx', label: 'Word', hint: 'Headings and paragraphs, a page for each article.' },
  { value: 'json', label: 'JSON', hint: 'One list of objects, for programs.' },
  { value: 'md', label: 'Markdown', hint: 'For writing programs. The texts read as they were typed.' },
  { value: 'jsonl', label: 'JSON Lines', hint: 'One object a line, for programs.' },
  { value: 'html', label: 'HTML', hint: 'A page for the browser that loads nothing and runs nothing.' },
  { value: 'txt', label: 'Text', hint: 'Plain text that opens everywhere.' },
]

export const idFormats: readonly FormatOption<IdFormat>[] = [
  {
    value: 'csv',
    label: 'CSV',
    hint: 'A column named id. Texts a spreadsheet would run begin with an apostrophe.',
  },
  { value: 'json', label: 'JSON', hint: 'A bare list that goes straight into ids_to_skip.' },
  { value: 'txt', label: 'Text', hint: 'One id a line.' },
]
