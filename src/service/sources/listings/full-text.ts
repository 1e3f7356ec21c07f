/**
 * Whether what a feed carries is the whole article, so that its page need not be fetched. Wrong once in a while either
 * way: a page too many is fetched, or a text ends where the feed's author meant it to. So only long texts that end as
 * texts do are taken for whole.
 */
export function isFullText(text: string): boolean {
  if (text.length < fewestCharacters) return false
  const lastParagraph = text.slice(text.lastIndexOf('\n') + 1).trimEnd()
  // A short last line may be a by-line. A long one that ends within a sentence was cut there.
  const isWhole = lastParagraph.length < 80 || endsSentence.test(lastParagraph.slice(-4))
  return isWhole && !leadsOn.test(lastParagraph.slice(-160))
}

/** Some 200 words of English; a summary is shorter, and fewer characters say as much in Chinese. */
const fewestCharacters = 1_200

const endsSentence = /[.!?。！？।॥။።؟:][)\]"”»’'*\s]*$/u

/** "Read more", "[…]", "The post … appeared first on …": in the languages of most feeds. */
const leadsOn = new RegExp(
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
