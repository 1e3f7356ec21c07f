/** Tells whether two names look the same to a reader. */
export const sameName = (one: string, other: string): boolean => comparable(one) === comparable(other)

const comparable = (name: string): string => name.trim().normalize('NFC').toLowerCase()
