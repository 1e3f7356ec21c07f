const place = /\{keywords\}|%7Bkeywords%7D/gi

/** Puts words where an address has `{keywords}`. */
export const withWords = (address: string, words: string): string =>
  address.replaceAll(place, encodeURIComponent(words))

/** Whether it has a place for words, so that it is a search. */
export const isSearchAddress = (address: string): boolean => withWords(address, '') !== address
