const place = /\{keywords\}|%7Bkeywords%7D/gi

/** Puts words where an address has `{keywords}`. */
export const withWords = (address: string, words: string): string =>
  address.replaceAll(place, encodeURIComponent(words))
