/**
 * The order of names that editors see: "List 2" before "List 10". One collator for all: `localeCompare` makes its own at
 * every call, and many jobs bring the same number of articles, or many articles get a label.
 */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

/** Tells whether two names look the same to a reader. */
export const sameName = (one: string, other: string): boolean => comparableName(one) === comparableName(other)

/** The same for names that look the same: ignores case, white space around them, and how accents are encoded. */
export const comparableName = (name: string): string => name.trim().normalize('NFC').toLowerCase()
