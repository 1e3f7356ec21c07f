/** Tells whether two names look the same to a reader. */
export const sameName = (one: string, other: string): boolean => readerSees(one) === readerSees(other)

const readerSees = (name: string): string => name.trim().normalize('NFC').toLowerCase()
