import { expect, test } from 'vitest'
import { withoutSignature } from './testing/without-signature.ts'

/** Long enough that several paragraphs would be lost: nothing longer than half the text is removed. */
const news = `The county council is to close four of its nine swimming pools next spring, after a vote on Tuesday night that lasted until long after midnight.

Opponents had filled the gallery and the stairs. The pools, all built in the seventies, need new boilers, and two of them new roofs, for which the council has set nothing aside.

A leaflet handed out at the door put the number of visits last year at three hundred thousand, a third of them by schools. The schools have been promised coaches to the other pools, at the expense of the council, until the summer after next.

The vote was close: thirty-one councillors were for the plan, twenty-nine against it, and two were stuck in a train. A motion to wait for them was lost by the same margin.

What will become of the buildings is open. The largest stands on land that was given to the town on the condition that people can swim there, and whose heirs have been looking for the deed since the weekend.`

/** The last paragraphs of articles, which have something in common with signatures. */
const endings: Record<string, string> = {
  'what somebody said, below the credit of a picture':
    'Photo: Jane Doe\n\nHe said the plan would go ahead in May, whatever the county decides.',
  'what somebody did, below the credit of a picture':
    'Photo: Jane Doe\n\nShe had come by boat.\n\nHer brother waited on the bank.\n\nThey went home together.',
  'what somebody did, below a by-line of a picture':
    'Pictures by Jane Doe\n\nShe had come by boat, and left on foot.',
  'what somebody did, below the source of a chart':
    'Source: Office for National Statistics\n\nThey want to repeat the count in May.',
  'what somebody did, below an agency': 'Reuters\n\nHe had come by boat, and left on foot.',
  'what somebody did, below a copyright line': '© 2024 Jane Doe\n\nHe had come by boat, and left on foot.',
  'what somebody did, below a date': 'Updated: 3 March 2024\n\nHis brother waited on the bank.',
  'what somebody did, below a credit and an address':
    'Photo: Jane Doe\n\nhttps://example.org/jane\n\nHe had come by boat, and left on foot.',
  'what somebody said, below a writer’s introduction':
    'Jane Doe is a freelance journalist who lives by the river.\n\nShe said the smell was worse in May.',
  'a helpline below the credit of a picture': 'Photo: Jane Doe\n\n0800 555 1111',
  'a helpline with its name below an agency': 'AFP\n\nHelpline: 0800 555 1111',

  'what the author of a report says':
    'Maria Lopez, author of the report, says the closures will hit those hardest who have no car.',
  'what a critic of the plan says':
    'Sarah Miller, a critic of the plan, says she will chain herself to the door.',
  'what an editor says':
    'Peter Brown, editor of the local paper, says he was offered money to keep quiet about it.',
  'what a writer wants': 'Peter Brown, a columnist, wants the vote to be repeated.',
  'the death of a novelist': 'Elena Moretti, the novelist, has died in Rome.',
  'a columnist of old': 'Peter Brown, a former columnist, lives alone.',
  'somebody who is missing':
    'Peter Brown has been missing since May. What he wore is at https://example.org/missing.',
  'a new book': 'Elena Moretti, the novelist, has a house beside the pool.',
  'a journalist who was killed':
    'Anna Petrova was the third journalist to be killed in the region this year.',
  'a journalist who was killed, as if today':
    'Anna Petrova is the third journalist to be killed in the region this year.',
  'a journalist on trial': 'Anna Petrova, a reporter for the Evening Post, is to stand trial in May.',
  'who wrote a report': 'Maria Lopez is the author of the report.',
  'who is against a plan': 'Sarah Miller is a critic of the plan.',
  'a neighbour who met a reporter':
    'Maria Lopez is a nurse and lives across the street. She told a reporter that she would miss the noise.',
  'somebody who collects': 'Maria Lopez hopes to raise the money. Her list is at https://example.org/pools.',
  'a name over what that person says':
    'Maria Lopez\n\nMaria Lopez, author of the report, says the closures will hit those who have no car.',
  'a name over a critic of the plan':
    'Sarah Miller\n\nSarah Miller, a critic of the plan, wants the vote to be repeated.',

  'a permission that the council gives': 'Permission is given to swim there until October.',
  'what a newspaper reported':
    'Reporting by The Guardian last week found that two of the pools had been promised to a builder.',
  'what somebody found for a newspaper':
    'Reporting by Jane Doe in The Guardian last week found that two of the pools had been promised.',
  'talk of writing': 'Writing by Hand is still taught in the school that would lose its pool.',
  'a newspaper in the second half': 'Reporting by Jane Doe; editing by The Guardian was never finished.',

  'About and a turn':
    'About turn\n\nOn Thursday evening the mayor changed her mind, and called the vote a misunderstanding.',
  'About and time': 'About time\n\nThe roofs will be mended in May.',
  'About and time, which begins the next sentence': 'About Time\n\nTime will tell whether the deed exists.',
  'About and what is no person': 'About Climate Change\n\nClimate change makes summers longer.',

  'whom witnesses should call':
    'Anyone with information can be contacted at police@example.com, or should come to the station.',
  'where witnesses are': 'Witnesses can be reached at https://example.com/witnesses until May.',
  'where the staff are': 'Staff can be contacted at pools@example.com on weekdays.',
  'how to reach somebody of whom is told': 'She can be reached at pools@example.com for the keys.',
  'how to write to somebody of whom is told': 'Contact her at pools@example.com for the keys.',
  'an author before the court':
    'The author lives in fear of being recognised, the court was told on Tuesday afternoon.',
  'a reporter before the court': 'The reporter works for Reuters and was released on bail.',
  'a critic of a regime': 'The writer is a critic of the regime, and has not been seen since May.',
  'an author of whom is told':
    'In the gallery sat the author of a novel on swimming.\n\nThe author is a columnist in Leeds.',
  'where work was published': 'This work was published in the journal Nature on Tuesday.',
  'where a report was published': 'This report was published by the council on Tuesday.',
  'sources that confirmed':
    'Sources: Two officials, who did not want to be named, confirmed that the deed has been found.',
  'sources that confirmed, in German':
    'Quellen: Zwei Beamte haben am Dienstag nach einer langen und heftigen aber letztlich ergebnislosen Sitzung genickt.',
  'sources that confirmed, in Chinese': '来源：两名不愿透露姓名的官员证实，游泳池将于五月关闭。',
  'the end of an interview': '记者：游泳池怎么办？\n\n市长：还不知道。\n\n记者：谢谢您接受我们的采访',
}

test.each(Object.entries(endings))('%s is left alone', (_, ending) => {
  expect(withoutSignature(`${news}\n\n${ending}`)).toBe(`${news}\n\n${ending}`)
})

/** Signatures that differ from the above in what matters. */
const signatures: Record<string, string> = {
  'more paragraphs below an introduction':
    'Jane Doe is a freelance journalist in Leeds.\n\nHer work has appeared in the Evening Post.\n\n+44 113 496 0000',
  'more paragraphs below a heading': 'About Jane Doe\n\nJane is a baker.\n\nShe lives in Leeds.',
  'more paragraphs, and a credit above the introduction':
    'Photo: Tom Lee\n\nJane Doe is a freelance journalist in Leeds.\n\nShe has two ovens.',
  'an editor of something': 'Jane Doe is health editor of the Evening Post.',
  'a freelance writer between commas': 'Jane Doe, a freelance writer, lives in Leeds.',
  'a writer in a chair': 'Jane Doe, a former editor, is the author of two books on flour.',
  'an agency credit with places':
    'Reporting by Jane Doe in Leeds, Tom Lee in Rio de Janeiro and Ana Ruiz; Additional reporting by Ines Weber; Editing by J. R. Hart.',
  'an agency credit with commas': '(Reporting by Jane Doe, writing by Tom Lee, editing by Ana Ruiz)',
  'how to reach a columnist': 'Staff writer Jane Doe can be reached at doe@example.org.',
  'how to reach the author': 'The author can be reached at doe@example.org.',
  'where the author lives': 'The author lives in Leeds and is working on a book about swimming.',
  'a source with a title': 'Source: “What is a pool?”, The Thursday Swimmer, https://example.org/what-is-it',
  'a source with a long title': 'Source: Office for National Statistics, annual survey of hours and earnings',
  'where a report first was published': 'This report was first published in The Thursday Swimmer.',
}

test.each(Object.entries(signatures))('%s is removed', (_, signature) => {
  expect(withoutSignature(`${news}\n\n${signature}`)).toBe(news)
})
