export type ArticleFormat = 'csv' | 'json' | 'jsonl' | 'md' | 'txt' | 'docx' | 'html' | 'ris' | 'bib'

export interface ArticleFileChoice {
  readonly format: ArticleFormat
  /** One file for all articles, or a ZIP archive with one file per article. */
  readonly packing: 'one-file' | 'zip'
  /** Puts an apostrophe before anything a spreadsheet would run as a formula. Only affects CSV. */
  readonly safeCells: boolean
}

/** Separate from the code that makes the file, so that a page can name it without loading that. */
export function articleFileType({ format, packing }: ArticleFileChoice): {
  extension: string
  mediaType: string
} {
  return packing === 'zip'
    ? { extension: 'zip', mediaType: 'application/zip' }
    : { extension: format, mediaType: mediaTypes[format] }
}

const mediaTypes: Readonly<Record<ArticleFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown;charset=utf-8',
  txt: 'text/plain;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html;charset=utf-8',
  ris: 'application/x-research-info-systems;charset=utf-8',
  bib: 'application/x-bibtex;charset=utf-8',
}

export const articleFormats = Object.keys(mediaTypes) as ArticleFormat[]
