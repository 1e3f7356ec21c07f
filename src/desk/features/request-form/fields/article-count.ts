export type ArticleCount = { readonly count: number | undefined } | { readonly error: string }

/** Reads the field "Number of articles"; if blank, the service decides. Spaces between digits are allowed. */
export function readArticleCount(text: string): ArticleCount {
  const digits = text.replace(/\s/g, '')
  if (digits === '') return { count: undefined }
  if (!/^\d+$/.test(digits)) return { error: 'Enter a whole number, such as 50, or leave it blank.' }
  const count = Number(digits)
  if (count === 0) return { error: 'Ask for at least 1 article, or leave it blank.' }
  return Number.isSafeInteger(count) ? { count } : { error: 'That number is too large.' }
}
