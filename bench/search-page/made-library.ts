import { createRandom } from '../zipf-articles.ts'

const articleCharacters = 3000
const wordCount = 200_000

/**
 * Makes deterministic articles of about 3 KB. A word's frequency follows its rank (the second is half as frequent as
 * the first, the third a third), as in real languages: a few words are in every text, most of the 200,000 in hardly
 * any.
 *
 * @param words the most frequent first; when they run out, new words are made of their parts
 */
export function libraryMaker(words: readonly string[]): (number: number) => { title: string; text: string } {
  return (number) => {
    const random = createRandom(number + 1)
    const next = () => wordOfRank(words, Math.floor(wordCount ** random()) - 1)
    const title = capital(Array.from({ length: 3 + Math.floor(random() * 6) }, next).join(' '))
    const paragraphs: string[] = []
    for (let length = 0; length < articleCharacters; length += paragraphs.at(-1)?.length ?? 0) {
      const sentences = Array.from({ length: 5 }, () => sentence(random, next))
      paragraphs.push(sentences.join(' '))
    }
    return { title, text: paragraphs.join('\n\n') }
  }
}

function sentence(random: () => number, next: () => string): string {
  const words = Array.from({ length: 6 + Math.floor(random() * 16) }, next)
  const comma = Math.floor(random() * words.length * 2)
  return `${capital(words.map((word, index) => (index === comma ? `${word},` : word)).join(' '))}.`
}

function wordOfRank(words: readonly string[], rank: number): string {
  const word = words[rank]
  if (word !== undefined) return word
  const beginning = words[rank % words.length] ?? ''
  const end = words[(rank * 7919) % words.length] ?? ''
  return capital(`${beginning.slice(0, 5)}${end.slice(-3)}`)
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
