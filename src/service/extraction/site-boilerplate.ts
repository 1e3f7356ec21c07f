import { createHash } from 'node:crypto'

/**
 * Boilerplate is what stands in most pages of a site: newsletter invitations, "read also", the publisher's signature. It
 * is recognised by repetition, whatever its markup.
 */

/** With fewer pages, paragraphs shared by articles on one subject would look like boilerplate. */
export const minPages = 5

const minShare = 0.5

/** Whether a paragraph found in `seenIn` of `pages` pages belongs to the site rather than to its articles. */
export const isBoilerplate = ({ pages, seenIn }: { pages: number; seenIn: number }): boolean =>
  pages >= minPages && seenIn > pages * minShare

/** Returns one key per distinct paragraph that has words. Keys ignore case, punctuation and counters. */
export const paragraphKeys = (text: string): string[] =>
  [...keysByParagraph(text).values()].filter((key) => key !== '')

/**
 * Removes boilerplate from a text. If that would remove more than half of it, the text is left unchanged: the same
 * article at several addresses is not boilerplate.
 */
export function cutBoilerplate(text: string, isBoilerplate: (key: string) => boolean): string {
  const keys = keysByParagraph(text)
  const kept = text
    .split('\n\n')
    .filter((paragraph) => {
      const key = keys.get(paragraph) ?? ''
      return key === '' || !isBoilerplate(key)
    })
    .join('\n\n')
    .trim()
  return kept.length * 2 >= text.length ? kept : text
}

/** No article has more paragraphs, and a hostile text has hundreds of thousands, whose keys take seconds. */
const maxParagraphs = 4_000

function keysByParagraph(text: string): Map<string, string> {
  const keys = new Map<string, string>()
  for (const paragraph of text.split('\n\n')) {
    if (keys.size === maxParagraphs) break
    if (!keys.has(paragraph)) keys.set(paragraph, paragraphKey(paragraph))
  }
  return keys
}

function paragraphKey(paragraph: string): string {
  const plain = paragraph.normalize('NFKC').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu)
  if (!words) return ''
  const hasChangingNumber =
    words.length <= maxLabelWords &&
    plain.length <= maxLabelLength &&
    changingLabels.test(plain) &&
    !sentenceEnd.test(plain)
  const fixed = hasChangingNumber ? words.map((word) => (/^\p{N}+$/u.test(word) ? '0' : word)) : words
  return createHash('sha256').update(fixed.join(' ')).digest('base64url').slice(0, 16)
}

const maxLabelWords = 10
/** A single word may be the first 100,000 digits of pi. */
const maxLabelLength = 300
const sentenceEnd = /[.?。।؟…]["'”’»)]*\s*$/u

const comments =
  '(?:comments?|kommentare?|commentaires?|coment[aá]rios?|commento|commenti|reacties?|komentář\\p{L}*|komentarz\\p{L}*|комментари\\p{L}*)'
const readingTime =
  '(?:read(?:ing)? time|lesezeit|temps de lecture|tiempo de lectura|tempo d[ei] (?:lettura|leitura)|leestijd|doba čtení|czas czytania|время чтения)'
const dated =
  '(?:(?:first |last )?(?:published|posted|updated)|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|publikováno|aktualizováno|opublikowano|aktualizacja|опубликовано|обновлено)'

/**
 * Labels whose number differs from page to page: "12 comments", "Page 3 of 7". Elsewhere numbers are part of what is
 * told: the draws of a lottery, exchange rates and the weather are reported in the same words every day.
 */
const changingLabels = new RegExp(
  [
    `\\p{N}[km]? (?:${comments}|shares?|views?|likes?|aufrufe|vues|visitas)\\P{L}*$`,
    `^\\P{L}*${comments}\\P{L}*$`,
    '^\\P{L}*(?:page|seite|p[aá]gina|strana|strona|страница) \\p{N}+ ?(?:/|\\p{L}{1,3}) ?\\p{N}+\\P{L}*$',
    `^\\P{L}*${readingTime}(?!\\p{L})`,
    '\\p{N}+[ -]min(?:ute)?s?\\.?[ -](?:read|to read|lesezeit|de lecture|de lectura|de leitura|di lettura)\\P{L}*$',
    // A year alone is that of a book or a law.
    `^\\P{L}*${dated}(?!\\p{L}).*\\p{N}\\P{N}+\\p{N}`,
  ].join('|'),
  'u',
)
