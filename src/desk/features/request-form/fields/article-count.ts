export type ArticleCount = { readonly count: number | undefined } | { readonly error: string }

/** What the field "Number of articles" means; blank leaves it to the service. Blanks between digits are let through. */
export function readArticleCount(text: string): ArticleCount {
  const digits = text.replace(/\s/g, '')
  if (digits === '') return { count: undefined }
  if (!/^\d+$/.test(digits)) return { error: 'Enter a whole number, such as 50, or leave it blank.' }
  const count = Number(digits)
  if (count === 0) return { error: 'Ask for at least 1 article, or leave it blank.' }
  return Number.isSafeInteger(count) ? { count } : { error: 'That number is too large.' }
}
