const figures = new Intl.NumberFormat('en')

/** A count in words: "0 articles", "1 article", "1,204 articles". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

export const figure = (count: number): string => figures.format(count)
