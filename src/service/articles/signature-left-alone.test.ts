import { expect, test } from 'vitest'
import { withoutSignature } from './testing/without-signature.ts'

const body = `The treaty was signed in the bakery on the corner, because the town hall had no roof. Jane Doe, who was twelve, held the ink.

The ministers sat on sacks of flour. It took them a night to agree, and by morning there was bread for everybody.`

/** Endings that look like signatures, or are where signatures usually are, but belong to the article. */
const endings: Record<string, string> = {
  'a plain last paragraph': 'It has hung there through four owners. None of them has met her.',
  'a quoted letter with its own signature':
    'My friend left me a note: "Never take the last train of the day. Yours on time, W."',
  'a letter that closes the text': 'Dear Sir, the bread was good.\n\nYours faithfully,\nA Reader',
  'a sentence about the author of the treaty':
    'About the author of the treaty little is known. He came by boat and left by night.',
  'a question about the author': 'About the author nobody asked: it was the ink that they wanted to see.',
  'the author, named in the text, once more':
    'Jane Doe is a writer now, and has put it all at https://example.org/flour for who wants to read it.',
  'a heading with a name that the text speaks of':
    'About Jane Doe\n\nShe kept the pen. It lies in the museum, open on Sundays.',
  'talk of copyright': 'Copyright lasts seventy years after death, and no treaty on bread has changed that.',
  'talk of copyright that quotes a line':
    'A line such as "Copyright 1998, all rights reserved" under a medieval carol is not the whole truth.',
  'talk of the Copyright Act': 'Copyright Act of 1976 or not, the carol belongs to all.',
  'a third point of a list':
    'They agreed on three things:\n\n(a) the river\n(b) the bridge\n(c) the Mill Road',
  'a year that is no copyright': '1998 The Loaf was founded; the bread came later.',
  'a link in the last sentence':
    'The minutes have been read by few, and can be had at https://example.org/minutes.',
  'an invitation without an author':
    'Visit https://example.org/pools before you go; the list changes every week.',
  'a bare link': 'https://example.org/minutes',
  'the source of a river':
    'The source of the river is there, under the church, as far as anybody can trace it.',
  'a fact box': 'Length: 80 km\nSource: Lake Toma',
  'a source that is told of': 'Source: nobody would say, and the paper did not ask.',
  'something first published':
    'First published in 1859, the book sold out in a day, and it has never been out of print.',
  'a story that is the subject':
    'This story first appeared in a chapbook of 1812 and has been told ever since.',
  'an article of a treaty':
    'This article of the treaty gives no licence to fish, and may be copied by any port.',
  'a permission in the text': 'You may copy the key at any locksmith, with the permission of the owner.',
  'a line that begins with By': 'By Monday Morning',
  'a line within a sentence that begins with By':
    'The treaty hung over the counter. Above the first paragraph stood\nBy Jane Doe',
  'a sentence that begins with By': 'By noon the ministers were gone.',
  'a place after By': 'By Lake Constance',
  'a dash of dialogue': '"Who held the pen?"\n\n— She did, sir.',
  'dash lines of a poem': 'It ends as it began:\n\n— and then the flour,\n— and then the rain',
  'whom a quotation is by': '"Bread is the staff of life."\n— Jonathan Swift',
  'whom a quotation in curly marks is by': '“Bread is the staff of life.”\n\n— Jonathan Swift',
  'a list of names with dashes': 'Three were there:\n\n- Ana Ruiz\n- Tom Lee\n- Ines Weber',
  'a scene break of dashes': 'They left.\n\n--\n\nA year later the roof was mended, and nobody spoke of it.',
  'stanzas parted by dashes': 'The flour, the rain,\n--\nthe night again',
  'what becomes of somebody':
    'She kept the pen.\n\nWhen not in school, she bakes.\n\nHer oven is the oldest.',
  'the author is dead': 'The author is dead, the ministers said, and ordered more bread.',
  'credits in a sentence': 'Words: that was all they had, and they used them up before midnight.',
  'a recipe for the text': 'Text the number on the door before you come; they may be asleep.',
  'reporting by habit': 'Reporting by telephone was forbidden, so they shouted.',
  'a list of people':
    'Three were invited to read:\n\nAna Ruiz\nEditor at the Loaf. She brought her own chair.\n\nTom Lee\nCritic at the Herald. He stood.',
  'a list of people with sentences':
    'Three were invited to read:\n\n1. Ana Ruiz\nAna Ruiz is a writer from Ghent.\n\n2. Tom Lee\nTom Lee is a writer of short things.',
  'somebody new at the end':
    'Ana Ruiz is the baker across the street. She opened in the year of the treaty, and her bread is as good.',
  'a first name that was a writer':
    'Ana was a writer once, they say of the street, and nobody writes there now.',
  'a book that is a writer’s': 'Ghent is a writer’s town, and smells of bread.',
  'somebody of the text in brackets': '(Jane Doe is a minister now, and has the ink.)',
  'talk of who contributed': 'Everybody in the street contributed to this report, most of them twice.',
  'talk of what went with the flour': 'With files from the workshop they scraped the crusts.',
  'views of which the text tells':
    'The views expressed in the letter were the author’s own, and the ministers did not share them.',
  'how the editor was reached': 'To contact the editor you wrote to the oven, oven@example.org.',
  'what was written by hand': 'This story about flour was written by hand, in the cellar, in one night.',
  'a version of the story': 'A version of this treaty hangs in the bakery, and nobody has read it.',
  'talk of updates': 'Updated every week since 1998, the list of loaves has grown to forty names.',
  'talk of new rules': 'Updated rules apply from 3 May 2024.',
  'talk of reports': 'Published reports from March 2024 differ.',
  'what a plan is worth': 'Aktualisiert wird der Plan am 4. März 2024.',
  'a report that is told of':
    'This report was published by the office on Monday, and the mayor said she had read it.',
  'a count of editions': 'Published 12 times.',
  'talk of letters that nobody wanted':
    'Subscribe to nothing, said the baker, and what comes through the door is bread. They took the advice.',
  'an invitation to talk, with nothing signed':
    'Do you bake? Share your plans in the comments and tell us which flour you would have signed on.',
  'tags with nothing signed': 'Tags: bread, treaties',
  'an agency that acts': 'Reuters reported it the same night, and was not believed.',
  'somebody who goes with an agency': 'Avec AFP il a parcouru le monde.',
  'what an agency has told': 'Mit Material von dpa allein wird kein Brot gebacken.',
  'a reporter of whom is told, in Korean': '홍길동 기자는 빵을 굽는다.',
  'talk of reprints, in Korean': '무단전재를 금지하는 법이 있다.',
  'an editor of whom is told, in Chinese': '编辑：“面包很好吃。”',
  'two letters': 'It said one thing only:\n\nPS',
  'a section on an author, as long as an article': `About the author\n\n${'She was born in the mill, and left it twice. '.repeat(40)}`,
  'a page of credits': 'By Jane Doe\n'.repeat(40).trim(),
}

test.each(Object.entries(endings))('%s is left alone', (_, ending) => {
  expect(withoutSignature(`${body}\n\n${ending}`)).toBe(`${body}\n\n${ending}`)
})

test('a name in a line of its own above a signature stays, unless the signature begins with it', () => {
  const named = `${body}\n\nAna Ruiz`

  expect(withoutSignature(`${named}\n\n© 2024 The Loaf`)).toBe(named)
  expect(withoutSignature(`${named}\n\nAna Ruiz is a freelance writer from Ghent.`)).toBe(body)
})

test.each([
  ['nothing', ''],
  ['white space', ' \n\n '],
  ['a text of one paragraph', 'By Jane Doe'],
  ['a text that is nothing but a signature', 'By Jane Doe\n\n© 2024 Jane Doe\n'],
  [
    'a text shorter than its signature',
    'Bread.\n\nJane Doe is a freelance writer. Visit https://example.com.',
  ],
  ['a text of one paragraph with a link', 'Jane Doe is a writer and has put it all at https://example.org.'],
])('%s is left alone, to the last character', (_, text) => {
  expect(withoutSignature(text)).toBe(text)
})
