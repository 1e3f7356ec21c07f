/** Names that a reader takes for the same. */
export const sameName = (one: string, other: string): boolean => readerSees(one) === readerSees(other)

const readerSees = (name: string): string => name.trim().normalize('NFC').toLowerCase()
