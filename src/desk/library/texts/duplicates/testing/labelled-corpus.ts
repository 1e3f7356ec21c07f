/** A text with the number of its story. Only texts of the same story are near-duplicates. */
export interface LabelledText {
  readonly story: number
  /** How the story's text was changed; "original" if it was not. */
  readonly rule: string
  readonly text: string
}

type Rule = (paragraphs: readonly string[], random: Random) => string
type Random = () => number

/**
 * Makes labelled texts from a collection: each story's original and a copy by every rule, and as traps the
 * same framing, signature, quotation and words around different stories. Deterministic.
 */
export function labelledCorpus(stories: readonly string[]): LabelledText[] {
  const random = seeded(20_260_131)
  const vocabulary = stories.flatMap((text) => text.match(/\p{L}{3,}/gu) ?? [])
  const rules = { ...copies(vocabulary), ...framings(stories) }
  return stories.flatMap((text, story) => {
    const paragraphs = text.split(/\n\s*\n/)
    const made = Object.entries(rules).map(([rule, make]) => ({
      story,
      rule,
      text: make(paragraphs, random),
    }))
    // Not a copy: the story's words, but none of its sentences.
    const shuffled = shuffle(text.match(wordOrCharacter) ?? [], random).join(' ')
    return [
      { story, rule: 'original', text },
      ...made,
      { story: -1 - story, rule: 'same words', text: shuffled },
    ]
  })
}

const newTitle = 'What Nobody Had Told Us About It'
const box =
  'Jane Doe is a freelance writer in Leeds who covers bread, rivers and what they do to each other. Her work has appeared in The Thursday Loaf and elsewhere. Visit https://example.com/jane for her free course, or write to jane@example.com.'
const opening =
  'Welcome back to our weekly letter, in which we bring you the best of what we have read since last Thursday. If somebody has sent you this, you can have it every week by writing to us.'
const closing =
  'That is all for this week. If you liked what you read, tell a friend; if you did not, tell us. All letters are read by a human being, and most are answered before the next one goes out.'

const copies = (vocabulary: readonly string[]): Record<string, Rule> => ({
  'new title': ([first = '', ...rest]) =>
    [newTitle, ...(rest.length > 0 ? [first.replace(/^[^.!?。]*[.!?。]\s*/u, ''), ...rest] : [first])].join(
      '\n\n',
    ),
  reordered: (paragraphs, random) => shuffle(paragraphs, random).join('\n\n'),
  'sentences reordered': (paragraphs, random) =>
    paragraphs.map((paragraph) => shuffle(sentencesOf(paragraph), random).join(' ')).join('\n\n'),
  'first half': (paragraphs) => firstPart(paragraphs.join('\n\n'), 0.5),
  'first third': (paragraphs) => firstPart(paragraphs.join('\n\n'), 0.34),
  'every other paragraph': (paragraphs) => paragraphs.filter((_, index) => index % 2 === 0).join('\n\n'),
  '5% of words replaced': (paragraphs, random) => replaceWords(paragraphs, 0.05, vocabulary, random),
  '10% of words replaced': (paragraphs, random) => replaceWords(paragraphs, 0.1, vocabulary, random),
  '20% of words replaced': (paragraphs, random) => replaceWords(paragraphs, 0.2, vocabulary, random),
  '25% of words replaced': (paragraphs, random) => replaceWords(paragraphs, 0.25, vocabulary, random),
  'signature removed': (paragraphs) => paragraphs.slice(0, Math.max(1, paragraphs.length - 1)).join('\n\n'),
  'as HTML': (paragraphs) => paragraphs.map((paragraph) => `<p class="x">${paragraph}</p>`).join('\n'),
  'in capitals, hard-wrapped': (paragraphs) =>
    paragraphs
      .join('\n\n')
      .toUpperCase()
      .replaceAll(/(.{60}\S*) /gu, '$1\n'),
  'reordered, shortened and 8% replaced': (paragraphs, random) =>
    replaceWords(
      shuffle(paragraphs, random).slice(0, Math.ceil(paragraphs.length * 0.7)),
      0.08,
      vocabulary,
      random,
    ),
})

/** Copies that are also traps for each other: they share parts that are not the story. */
const framings = (stories: readonly string[]): Record<string, Rule> => ({
  'same signature': (paragraphs) => [...paragraphs, box].join('\n\n'),
  'same template': (paragraphs) => [opening, ...paragraphs, closing].join('\n\n'),
  'same quotation': (paragraphs) =>
    [...paragraphs.slice(0, 2), firstPart(stories[0] ?? '', 0.12), ...paragraphs.slice(2)].join('\n\n'),
})

function replaceWords(
  paragraphs: readonly string[],
  share: number,
  vocabulary: readonly string[],
  random: Random,
): string {
  return paragraphs.join('\n\n').replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    random() >= share
      ? word
      : // A run without spaces is a sentence, of which only two characters are a word.
        word.length > 20
        ? `${word.slice(0, 4)}${pick(vocabulary, random).slice(0, 2)}${word.slice(6)}`
        : pick(vocabulary, random),
  )
}

/** A word, or a character in scripts without spaces. */
const wordOrCharacter =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

const sentencesOf = (paragraph: string): string[] => paragraph.split(/(?<=[.!?。।])\s*/u)

function firstPart(text: string, share: number): string {
  const end = Math.ceil(text.length * share)
  return text.slice(0, text.indexOf(' ', end) < 0 ? end : text.indexOf(' ', end))
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T]
  }
  return shuffled
}

const pick = (words: readonly string[], random: Random): string =>
  words[Math.floor(random() * words.length)] ?? ''

/** A seeded random number generator, so that runs are reproducible. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
}
