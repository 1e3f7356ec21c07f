import { expect, test } from 'vitest'
import { withoutSignature } from './testing/without-signature.ts'

const body = `The bakery on the corner lights its oven at two in the morning. By five the first trays are on the racks, and the street smells of them.

Nobody remembers a day on which it was closed. When the river stood in the cellar the dough was made upstairs, by candle, and carried down the ladder.

At half past five somebody unlocks the door, the cold comes in, and the first man in the queue says that it smells good.`

/** Endings that must be removed entirely, with a name for each form. */
const signatures: Record<string, string> = {
  "an author's box with a link":
    'Jane Doe is a freelance writer who covers bread and rivers. Visit her website at https://example.com/jane for more.',
  "an author's box in articles for reprint":
    'Mary Major has helped thousands of people bake. To get her free course, visit http://www.example.com today!',
  "an author's box with a mail address":
    'Tom van der Berg teaches baking in Ghent. Write to him at tom@example.be.',
  "an author's box with a degree and a clause":
    'Dr. Ana Ruiz Peña, a historian of food, runs the blog breadlines.example.com.',
  "an author's box over hard-wrapped lines":
    'Jane Doe is a freelance writer who covers bread, rivers\nand what they do to each other. Her book is at\nhttps://example.com/jane.',
  "an author's box in stars": '*Jane Doe is a journalist in Leeds and the author of two books on flour.*',
  "an author's line without a link": 'Jane Doe is a freelance journalist based in Leeds.',
  "an author's line of a columnist": 'Tom Lee writes about trade for the Evening Post.',
  'About the author': 'About the author\n\nJane Doe bakes. She lives in Leeds with two ovens.',
  'About the author, in capitals': 'ABOUT THE AUTHOR\n\nJane Doe bakes.\n\nShe lives in Leeds.',
  'About the author, as a Markdown heading': '## About the Author\n\nJane Doe bakes.',
  'About the authors, in bold': '**About the authors:**\n\nJane Doe and Tom Lee bake.',
  'About the author, in the line': 'About the author: Jane Doe has baked since 1998 and lives in Leeds.',
  'About the author, with a dash': 'About the Author — Jane Doe has baked since 1998.',
  'About and a name': 'About Jane Doe\n\nJane has baked since 1998 and lives in Leeds.',
  'Author bio': 'Author Bio\nJane has baked since 1998.',
  'Über den Autor': 'Über die Autorin\n\nJana Weiß bäckt seit 1998 und lebt in Ulm.',
  'Zur Autorin': 'Zur Autorin: Jana Weiß bäckt seit 1998.',
  'À propos de l’auteur': 'À propos de l’auteur\n\nJean Petit fait du pain depuis 1998.',
  'Sobre el autor': 'Sobre el autor\n\nJuan Pérez hace pan desde 1998.',
  'Sobre a autora': 'Sobre a autora: Joana Lopes faz pão desde 1998.',
  'Sull’autore': "Sull'autore\n\nGianni Rossi fa il pane dal 1998.",
  'Об авторе': 'Об авторе\n\nИван Петров печёт хлеб с 1998 года.',
  'Про авторку': 'Про авторку\n\nОлена Коваль пече хліб.',
  关于作者: '关于作者\n\n李明是一位面包师。',
  著者について: '著者について：\n山田太郎はパンを焼く。',
  'عن الكاتب': 'عن الكاتب\n\nأحمد خباز من حلب.',
  'लेखक के बारे में': 'लेखक के बारे में\n\nरवि रोटी बनाते हैं।',
  'a by-line': 'By Jane Doe',
  'a by-line in the last paragraph': 'By Jane Doe, staff writer\nPhotographs: Tom Lee',
  'a by-line of two': 'By Jane Doe and Tom Lee',
  'a by-line with initials': 'By J. R. van Doorn',
  'a by-line of nobody in particular': 'By our own correspondent',
  'a by-line in German': 'Von Jana Weiß',
  'a by-line in brackets': '(Written by Jane Doe)',
  'a by-line with a dash': '— Jane Doe',
  'a by-line with a dash and a role': '– Jane Doe, staff writer',
  'a by-line with two hyphens': '-- Jane Doe',
  'a credit': 'Words: Jane Doe',
  'a credit in Russian': 'Автор: Иван Петров',
  'a credit in Chinese': '文：李明',
  'a credit in Arabic': 'بقلم: أحمد الخطيب',
  'an agency credit': 'Reporting by Jane Doe in Leeds; editing by Tom Lee',
  'a source with a link': 'Source: The Thursday Loaf, https://example.org/loaf',
  'a source in German': 'Quelle: Neue Brotzeitung, 3/2024',
  'a publication note': 'This article first appeared in The Thursday Loaf in March 2024.',
  'a short publication note': '[Originally published in The Thursday Loaf, no. 14.]',
  'a reprint note': 'Reprinted with permission from The Thursday Loaf.',
  'a licence': 'This work is licensed under a Creative Commons Attribution 4.0 licence.',
  'a licence in plain words': 'You may reprint this article free of charge if you keep this note.',
  'a copyright line': '© 2024 Jane Doe',
  'a copyright line in letters': '(c) 2019-2024 The Thursday Loaf. All rights reserved.',
  'a copyright line in words': 'Copyright 2024 by Jane Doe. No part of this article may be reproduced.',
  'a copyright line with what it is on': 'Text and photographs © 2024 Jane Doe',
  'all rights reserved': 'All rights reserved.',
  'a mail block': '-- \nJane Doe\nThe Thursday Loaf\n+44 113 496 0000',
  'a mail block whose space was lost': '--\nJane Doe\nhttps://example.com/jane',
  'the author is': 'The author is a journalist in Leeds.',
  'how to reach the author': 'Contact the writer at jane@example.com.',
  'a by-line and a copyright line': 'By Jane Doe\n© 2024 The Thursday Loaf',
  'a by-line and an address': 'By Jane Doe\njane@example.com',
  'a by-line and an invitation': 'By Jane Doe\n\nFor more about bread, visit https://example.com/bread.',
  "a long author's line":
    'Jane Doe is a freelance writer who lives between two mills near Leeds. Over the past twelve years she has covered flour, floods, ferries and the people who get up at two in the morning so that others need not, for papers that have since closed and for one that has not. She holds a degree in cereals, and has promised her editor a book on crusts for longer than either cares to remember.',
  "an author's line with a first name": 'Jane is a writer, teacher and mother. When not working, she bakes.',
  "an author's line under a heading": 'Author\n\nRecent posts\n\nJane is a writer, teacher and mother.',
  "an author's line under the name":
    'Jane Doe\n\nJane Doe is a reporter for the Evening Post who covers bread.',
  "an author's line under the name and a degree": 'Jane Doe, MD\n\nJane Doe is an author of books on wheat.',
  'a name over a role':
    'Jane Doe\nExecutive editor at the Thursday Loaf. Baker since 1998, reluctant early riser.',
  'a by-line over a box': 'Written by Jane Doe\n\nJane Doe is a freelance writer with two ovens.',
  'About the author, and the name at once':
    'About the Author Jane Doe is a writer at the Thursday Loaf, where she covers crusts.',
  "an author's box of several paragraphs":
    'Jane Doe is a freelance writer with two ovens.\n\nHer work has appeared in the Evening Post.\n\nWhen not baking, Jane sleeps.',
  "an author's line in brackets": '(Jane Doe is a lawyer at Rye & Sons, admitted in two counties.)',
  'a reviewed-by line': 'Medically reviewed by Jane Doe, MD',
  'how to reach a staff writer': 'Contact staff writer Jane Doe at 113-496-0000 or doe@example.org.',
  'how somebody can be reached': 'Jane Doe can be reached at doe@example.org.',
  'a contribution': 'Jane Doe and Tom Lee contributed to this report.',
  'a contribution of an agency':
    'Associated Press writers Jane Doe in Leeds and Tom Lee contributed to this report.',
  'a contribution of nobody but an agency': 'The Associated Press contributed to this report.',
  'files of an agency': 'With files from The Canadian Press',
  'files of a reporter and an agency': '— With files from Jane Doe and Reuters',
  'whose views they are':
    'The views expressed in this article are the author’s own and do not necessarily reflect the editorial stance of the Loaf.',
  'whose views they are, below the author':
    'Jane Doe is a freelance writer with two ovens.\n\nThe opinions expressed here are those of the author.',
  'how reporter and editor are reached':
    'To contact the reporter on this story: Jane Doe in Leeds at jdoe@example.org\n\nTo contact the editors responsible for this story: Tom Lee at tlee@example.org',
  'additional contributions': 'Additional reporting by Jane Doe, Tom Lee, and Ana Ruiz Peña.',
  'an agency': 'AFP',
  'an agency in brackets': '(Reuters)',
  'an agency with its article': 'The Associated Press',
  'an agency credit above the principles of the agency':
    'Reporting by Jane Doe in Leeds; editing by Tom Lee\n\nOur Standards: The Thomson Reuters Trust Principles.',
  'the credit of a picture': 'Photo credit: Jane Doe',
  'the credit of a picture and an agency': 'Photograph: Jane Doe / Getty Images',
  'a permission to copy': 'Permission is granted to copy this for your own use.',
  'two agencies': 'dpa/AFP',
  'an agency with a dash': '— Associated Press',
  'an agency in small letters after its sign': '© dpa-infocom, dpa:240506-930-123456/2',
  'an agency in small letters with all rights': '© 2024 dpa. Alle Rechte vorbehalten.',
  'an agency as source': 'Quelle: dpa',
  'an agency as source in Polish': 'Źródło: PAP',
  'a site as source in Polish': 'Źródło: chleb.example',
  'an agency as source in Dutch': 'Bron: ANP',
  'an agency as source in Swedish': 'Källa: TT',
  'an agency that helped, in German': 'Mit Material von dpa',
  'two agencies that helped, in German': '(mit Informationen von dpa und AFP)',
  'an agency that helped, in French': '(avec AFP)',
  'an agency that helped, in a sentence of its own': 'Avec AFP.',
  'an agency that helped a paper': 'Le Pain avec AFP et Reuters',
  'an agency that helped, in Spanish': 'Con información de EFE',
  'agencies that helped': '(With inputs from agencies)',
  'rights in Italian': '© Riproduzione riservata',
  'rights in Korean': 'Copyright ⓒ 빵뉴스. 무단전재 및 재배포 금지',
  'a reporter in Korean': '홍길동 기자 hong@example.com',
  'an editor in Chinese': '（责任编辑：张三）',
  'an editor in Polish': 'Redakcja: Anna Nowak',
  'a production note':
    'This story about bread was written by Jane Doe and produced by The Thursday Loaf, a newsroom of bakers.',
  'a note on another version': 'A version of this post also appeared in the Evening Post.',
  'what feeds say of an item': 'The post The bakery on the corner appeared first on The Thursday Loaf.',
  'what feeds say of an item, in German':
    'Der Beitrag Die Bäckerei an der Ecke erschien zuerst auf Das Brot.',
  'a date': 'Last updated: 3 March 2024',
  'a date with the time': 'Published on Monday, March 4, 2024 at 10:15 am',
  'a date with the time in one word': 'Updated: Mar. 4th, 2024, 10:15a.m.',
  'a date with a zone': 'Published: Monday 6 May 2024, 10:00 GMT',
  'a date in French': 'Publié le lundi 6 mai 2024 à 10:15',
  'a date in Spanish': 'Actualizado el 6 de septiembre de 2024',
  'a date in German': 'Aktualisiert am 4. März 2024',
  'a copyright line with more on rights':
    'Copyright © 2024 The Thursday Loaf. All rights reserved. Visit our terms of use at www.example.org for more.',
  'a newsletter': 'Sign up for our newsletter to get more stories on bread.',
  'a newsletter after a question':
    'Like this article? Subscribe and get fresh bread delivered to your inbox weekly.',
  'a field for an address': 'Enter your email to hear more about bread.',
  'a newsletter and what stands around it':
    'For more recipes like this subscribe to our newsletter\n\nView our privacy policy',
  "an author's line and tags":
    'Jane Doe is a journalist in Leeds.\n\nTags: bread, rivers\n\nShare this article',
  "an author's line and an invitation to comment":
    'Jane Doe is a journalist in Leeds.\n\nWhat do you bake? Tell us in the comments below!',
  'everything at once':
    '* * *\n\nAbout the author\n\nJane Doe bakes. Visit https://example.com.\n\nSource: The Loaf\n\n© 2024 Jane Doe\nAll rights reserved.',
}

test.each(Object.entries(signatures))('%s is removed', (_, signature) => {
  expect(withoutSignature(`${body}\n\n${signature}`)).toBe(body)
})

test.each(Object.entries(signatures))(
  '%s is removed with Windows line ends and blank lines after it',
  (_, signature) => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    expect(withoutSignature(crlf(`${body}\n\n${signature}\n\n \n`))).toBe(crlf(body))
  },
)

test('a by-line directly below the last sentence is removed', () => {
  expect(withoutSignature(`${body}\n— Jane Doe`)).toBe(body)
})

test('an author’s line is removed even if the name is above the text', () => {
  const signed = `By Jane Doe\n\n${body}`
  expect(withoutSignature(`${signed}\n\nJane Doe is a reporter for the Evening Post.`)).toBe(signed)
})
