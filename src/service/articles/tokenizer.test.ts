import { expect, test } from 'vitest'
import { phrasesOf, toCategoryKey, toWords } from './tokenizer.ts'

test.each([
  ['Bread, and-or butter!', 'bread and or butter'],
  ["Don't touch the editor's desk, l'auteur", 'dont touch the editors desk l auteur'],
  ['O’Brien’s café', 'o briens café'],
  ["the 1990's, 'tis it''s", 'the 1990 s tis it s'],
  ["the 𐐨's", 'the 𐐨s'],
  ['  two  spaces, \n\n a\ttab , and\u00A0one \n', 'two spaces a tab and one'],
  ['covid-19 fell to 3.5 %', 'covid 19 fell to 3 5'],
  ['ＦＵＬＬ　ｗｉｄｔｈ ﬁne', 'full width fine'],
  ['co\u00ADopera\u200Dtion', 'cooperation'],
  ['経済は3年', '経 済 は 3 年'],
  ['한국 경제는', '한 국 경 제 는'],
  ['ภาษา ข้าว', 'ภ า ษ า ข้ า ว'],
  ['Экономика  хлеба', 'экономика хлеба'],
  ['أيضاً إلى مُحَمّد في العـــراق', 'ايضا الي محمد في العراق'],
  ['שָׁלוֹם', 'שלום'],
  ['کتاب فارسی، ۱۴۰۳', 'كتاب فارسي 1403'],
  ['مدرسة على ٢٠٢٤', 'مدرسه علي 2024'],
  ['🍞 — …', ''],
])('the words of %j are %j', (text, words) => {
  expect(toWords(text)).toBe(words)
})

test.each<[string, string[]]>([
  ['sour dough', ['sour', 'dough']],
  ['"sour dough"', ['sour dough']],
  ['old "sour dough" bread', ['old', 'sour dough', 'bread']],
  ['„Sauer Teig“ und «du pain»', ['sauer teig', 'und', 'du pain']],
  ['five" pipe', ['five', 'pipe']],
  ['climate/energy', ['climate energy']],
  ['dead or alive -bread !& | (', ['dead', 'or', 'alive', 'bread']],
  ['bread Bread', ['bread']],
  ['', []],
  ['"" !!!', []],
])('the phrases of %j are %j', (keyword, phrases) => {
  expect(phrasesOf(keyword)).toEqual(phrases)
})

test.each([
  ['Food', ' FOOD '],
  ['Café Culture', 'cafe\u0301  culture'],
  ['ＮＥＷＳ', 'news'],
  ['Éducation', 'education'],
  ['❤️ Health', '❤ health'],
  ['مُحَلِّي', 'محلي'],
  ['한국', '한국'.normalize('NFD')],
])('the categories %j and %j are equal', (one, other) => {
  expect(toCategoryKey(one)).toBe(toCategoryKey(other))
})

test.each([
  ['मत', 'मति'],
  ['ガス', 'カス'],
  ['ข่าว', 'ขาว'],
])('the categories %j and %j are different', (one, other) => {
  expect(toCategoryKey(one)).not.toBe(toCategoryKey(other))
})
