const placeholder = /\{keywords\}|%7Bkeywords%7D/gi

/** Fills in the `{keywords}` of a search's address. */
export const withKeywords = (address: string, keywords: string): string =>
  address.replaceAll(placeholder, encodeURIComponent(keywords))

/** Whether an address has a placeholder for keywords, which makes it a search. */
export const isSearchAddress = (address: string): boolean => withKeywords(address, '') !== address
