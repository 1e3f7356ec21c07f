/** How much a row of a list shows of an article: the title, first lines and facts, or a one-line title alone. */
export type Density = 'comfortable' | 'compact'
