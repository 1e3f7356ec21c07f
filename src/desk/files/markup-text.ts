/** Text as it may stand between the tags of HTML and XML, though not within one. Nothing of it is markup. */
export function markupText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What such a text was before; also where another program, on saving, wrote quotes as it may in a tag. */
export function plainMarkup(markup: string): string {
  return markup.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name] ?? '')
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/**
 * Whether a paragraph is set from the right: by its first letter, as browsers go by with `dir="auto"`. Programs that
 * have no such thing are told.
 */
export function runsRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return letter !== undefined && rightToLeft.test(letter)
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u
