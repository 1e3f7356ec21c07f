/**
 * The order of names that editors see: "List 2" before "List 10". One collator for all: `localeCompare` makes its own at
 * every call, and many jobs bring the same number of articles, or many articles get a label.
 */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })
