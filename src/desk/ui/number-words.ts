const figures = new Intl.NumberFormat('en')

/** A count in words: "1 article", "1,204 articles", "no articles". */
export const pluralize = (count: number, one: string): string =>
  count === 1 ? `1 ${one}` : `${count === 0 ? 'no' : figures.format(count)} ${one}s`

/** What none of so many does: "None of the 12 articles", or "No article" if there is only one. */
export const noneOf = (count: number, one: string): string =>
  count === 1 ? `No ${one}` : `None of the ${figures.format(count)} ${one}s`

export const figure = (count: number): string => figures.format(count)

/** For a count at the start of a sentence: "No ids". Also for a letter in a key combination, as on the key cap. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** A share of 0 to 1 in percent: "98%", and never "100%" if anything is missing, nor "0%" if anything is there. */
export const percent = (share: number): string =>
  `${share % 1 ? Math.max(1, Math.min(99, Math.round(share * 100))) : share * 100}%`
