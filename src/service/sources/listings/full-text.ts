import { lengthOf } from '../../extraction/page-signals.ts'

/**
 * Whether a feed carries the whole article, so that its page need not be fetched. Sometimes wrong either way: a page is
 * fetched needlessly, or a text ends where the feed cut it. So only long texts with a proper ending count as whole.
 */
export function isFullText(text: string): boolean {
  if (text.length < minCharacters) return false
  const lastParagraph = text.slice(text.lastIndexOf('\n') + 1).trimEnd()
  // A short last line may be a byline. A long one that ends mid-sentence was cut.
  const isWhole = lastParagraph.length < 80 || endsSentence.test(lastParagraph.slice(-4))
  return isWhole && !continues.test(lastParagraph.slice(-160))
}

/** About 200 English words; summaries are shorter. In Chinese, fewer characters say as much. */
const minCharacters = 1_200

const endsSentence = /[.!?。！？।॥။።؟:][)\]"”»’'*\s]*$/u

/** "Read more", "[…]", "The post … appeared first on …": in the languages of most feeds. */
const continues = new RegExp(
  [
    String.raw`(?:\.{3}|…)["”»’')\]]*$`,
    String.raw`\[[^\]]{0,20}(?:\.{3}|…|&hellip;)[^\]]{0,20}\]$`,
    String.raw`\b(?:read|continue|see|view|find out|learn) (?:the )?(?:more|full|whole|rest|reading|story|article)[^.\n]{0,40}$`,
    String.raw`\b(?:weiterlesen|mehr lesen|lesen sie (?:mehr|weiter)|lire (?:la suite|plus)|en savoir plus|leer más|seguir leyendo|sigue leyendo|continua a leggere|leggi (?:tutto|di più)|ler mais|continue lendo|lees (?:meer|verder)|läs mer|læs mere|les mer|lue lisää|czytaj (?:więcej|dalej)|číst (?:dál|více)|devamını oku|читать (?:далее|дальше|полностью)|читати (?:далі|більше))[^.\n]{0,40}$`,
    String.raw`(?:続きを読む|阅读(?:更多|全文)|閱讀(?:更多|全文)|더 ?보기)[^\n]{0,10}$`,
    String.raw`\bappeared first on\b[^\n]{0,120}$`,
  ].join('|'),
  'iu',
)

/** Whether a text without a page is only a few lines, and no article. */
export const isNote = (text: string): boolean => lengthOf(text) < 200
