/** Escapes text for use between tags of HTML and XML, but not in attributes. */
export function markupText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Unescapes such a text. Also handles escaped quotes, which other programs may write when saving. */
export function plainMarkup(markup: string): string {
  return markup.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name] ?? '')
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/**
 * Whether a paragraph is right-to-left, by its first letter, as with `dir="auto"` in browsers. For formats without an
 * equivalent.
 */
export function runsRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return letter !== undefined && rightToLeft.test(letter)
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u
