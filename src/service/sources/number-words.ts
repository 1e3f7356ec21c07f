const figures = new Intl.NumberFormat('en')

/** A count in words: "0 articles", "1 article", "1,204 articles". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

export const figure = (count: number): string => figures.format(count)

/** A time ahead in words: "1 minute", "59 minutes", "3 hours". */
export const timeAhead = (minutes: number): string =>
  minutes < 120 ? pluralize(minutes, 'minute') : pluralize(Math.round(minutes / 60), 'hour')
