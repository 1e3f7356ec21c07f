import { describe, expect, it } from 'vitest'
import { readStarterTexts } from '../service/testing/starter-texts.ts'
import { commonLanguage, languageOf, reconcileLanguage } from './language.ts'

describe('the language of a text', () => {
  it.each([
    ['en', 'The first tray comes out of the oven at five, and the street wakes up to the smell of it.'],
    ['de', 'Das erste Blech kommt um fünf aus dem Ofen, und die Straße erwacht mit dem Duft in der Nase.'],
    [
      'fr',
      'La première fournée sort du four à cinq heures, et la rue se réveille dans son odeur avec le pain.',
    ],
    ['es', 'La primera bandeja sale del horno a las cinco, y la calle se despierta con el olor de un pan.'],
    [
      'pt',
      'A primeira fornada sai do forno às cinco, e a rua não acorda com o cheiro, mas com o sino da igreja.',
    ],
    ['it', 'La prima teglia esce dal forno alle cinque, e la strada si sveglia con il profumo della crosta.'],
    [
      'nl',
      'De eerste plaat komt om vijf uur uit de oven, en de straat wordt wakker met de geur van het brood.',
    ],
    [
      'sv',
      'Den första plåten kommer ut ur ugnen klockan fem, och gatan vaknar av att det doftar bröd för alla.',
    ],
    ['pl', 'Pierwsza blacha wychodzi z pieca o piątej i ulica budzi się w jego zapachu, a to nie jest mało.'],
    [
      'vi',
      'Mẻ bánh đầu tiên ra lò vào lúc năm giờ, và cả con phố thức dậy với mùi thơm của những ổ bánh mì.',
    ],
    [
      'ru',
      'Первый противень выходит из печи в пять, и улица просыпается от запаха хлеба, как это было всегда.',
    ],
    ['uk', 'Перше деко виходить з печі о пʼятій, і вулиця прокидається від запаху хліба, як це було завжди.'],
    ['el', 'Το πρώτο ταψί βγαίνει από τον φούρνο στις πέντε και ο δρόμος ξυπνά.'],
    ['hi', 'पहली ट्रे पाँच बजे भट्ठी से निकलती है और गली जाग जाती है, रोज़ की तरह।'],
    ['ar', 'تخرج الصينية الأولى من الفرن في الخامسة، ويستيقظ الشارع على رائحة الخبز من كل بيت إلى بيت.'],
    ['he', 'המגש הראשון יוצא מהתנור בחמש, והרחוב מתעורר אל הריח של הלחם.'],
    ['ja', '最初の一枚は五時に窯から出て、通りはその香りで目を覚ます。'],
    ['zh', '第一盘面包五点钟出炉，整条街都在香味中醒来，人们开始排队。'],
    ['ko', '첫 번째 쟁반은 다섯 시에 화덕에서 나오고 거리는 그 냄새에 깨어난다.'],
    ['th', 'ถาดแรกออกจากเตาตอนตีห้า และทั้งถนนก็ตื่นขึ้นมาพร้อมกับกลิ่นหอม'],
  ])('is %s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    '',
    'Bread.',
    '12, 14, 16, 18. '.repeat(40),
    'Lorem brot zink '.repeat(20),
    'Aa Bb Тт Вв '.repeat(30),
  ])('is not known: %j', (text) => {
    expect(languageOf(text)).toBeUndefined()
  })

  const foreign: Record<string, string> = {
    'pysanka-shcho-napysano-voskom': 'uk',
    'zameen-ke-neeche-ka-pani': 'hi',
    'nuoc-mam-ca-muoi-va-thoi-gian': 'vi',
    'o-ypnos-tou-mesimeriou': 'el',
    'skolko-vesit-kilogramm': 'ru',
    'denchi-o-nagaku-tsukau': 'ja',
  }
  it.each(readStarterTexts().map(({ slug, text }) => [slug, text] as const))(
    'is detected correctly for %s of the starter collection',
    (slug, text) => {
      expect(languageOf(text)).toBe(foreign[slug] ?? 'en')
    },
  )
})

describe('the language of a text with a declared language', () => {
  const german =
    'Das erste Blech kommt um fünf aus dem Ofen, und die Straße erwacht mit dem Duft in der Nase.'

  it.each([
    ['none', german, undefined, 'de'],
    ['its own, of a country', german, 'de-AT', 'de'],
    ["its template's", german, 'en_US', 'de'],
    ['one that is not known here', german, 'gsw', 'gsw'],
    ['one, but the text is too short', 'Bread.', 'en-GB', 'en'],
    ['none, and the text is too short', 'Bread.', '', undefined],
  ])('declared is %s', (_, text, declared, language) => {
    expect(reconcileLanguage(declared, text)).toBe(language)
  })
})

describe('the language of a job', () => {
  it.each([
    [['en', 'en', 'uk'], 'en'],
    [['en', 'en', 'uk', 'uk'], undefined],
    [['en', 'en'], undefined],
    [['en', undefined, 'en', undefined, 'en', 'de'], 'en'],
    [[], undefined],
  ])('of %j is %s', (languages, common) => {
    expect(commonLanguage(languages)).toBe(common)
  })
})
