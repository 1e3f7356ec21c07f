/**
 * The beginning of a text, without blanks at its end. Never cut within a character as readers see it: half an emoji can't
 * be written in an address.
 *
 * @param longest in UTF-16 units
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text.trimEnd()
  const end = new Intl.Segmenter().segment(text).containing(longest)?.index
  return text.slice(0, end || longest).trimEnd()
}

/** The same, with an ellipsis where something was cut. */
export const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${cutText(text, longest - 1)}…`
