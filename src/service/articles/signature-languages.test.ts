import { expect, test } from 'vitest'
import { withoutSignature } from './testing/without-signature.ts'

const body = `Vier von neun Bädern schließen im Frühjahr. Der Rat stimmte am Dienstag lange nach Mitternacht ab, und auf der Treppe standen die Gegner.

Hans Weber, der das kleinste der Bäder betreibt, zählte im vorigen Jahr dreißigtausend Gäste. Was aus dem Haus wird, ist offen, denn das Grundstück gehört den Erben einer Stifterin.

Il n’y avait plus de place dans la salle. Nadie quiso hablar después de la reunión. Nessuno sa che cosa succederà.`

/** Last lines as newspapers print them. */
const signatures: Record<string, readonly string[]> = {
  German: [
    'Von Anna Schmidt und Peter Müller',
    'Von Anna Schmidt, dpa',
    'Von Anna Schmidt (dpa)',
    'Von Anna Schmidt, Korrespondentin in Rom',
    'Ein Kommentar von Anna Schmidt',
    'Kommentar von Anna Schmidt',
    'Ein Gastbeitrag von Anna Schmidt',
    'Aufgezeichnet von Anna Schmidt',
    'Aus dem Englischen von Anna Schmidt.',
    'Das Gespräch führte Anna Schmidt.',
    'Das Interview führten Anna Schmidt und Peter Müller',
    'Interview: Anna Schmidt',
    'Übersetzung: Anna Schmidt',
    'Foto: dpa',
    'Foto: Anna Schmidt/dpa',
    '(as/dpa)',
    'Mit Material der Nachrichtenagentur dpa',
    '(mit Agenturmaterial)',
    'Anna Schmidt ist Redakteurin im Ressort Politik.',
    'Anna Schmidt, Jahrgang 1975, ist Korrespondentin der F.A.Z. in Rom.',
    'Anna Schmidt ist freie Journalistin und Autorin in Berlin.',
    'Anna Schmidt arbeitet als freie Autorin in Hamburg.',
    'Der Autor ist Redakteur dieser Zeitung.',
    'Von Anna Schmidt\n\nDie Autorin ist Wirtschaftsredakteurin.',
    'Dieser Artikel erschien zuerst in der Neuen Brotzeitung.',
    'Stand: 3. März 2024, 10:15 Uhr',
  ],
  French: [
    'Par Jeanne Martin et Paul Petit',
    'Par Jeanne Martin (avec AFP)',
    'Par Jeanne Martin, envoyée spéciale',
    'Propos recueillis par Jeanne Martin',
    'Propos recueillis par Jeanne Martin.',
    'Traduit de l’anglais par Jeanne Martin',
    'Un article de Jeanne Martin',
    'Traduction : Jeanne Martin',
    'Crédit photo : Jeanne Martin',
    'Crédits : AFP',
    'Jeanne Martin est journaliste indépendante à Lyon.',
    'L’autrice est journaliste et essayiste.',
    'Cet article a été publié initialement dans Le Pain.',
  ],
  Spanish: [
    'Por Ana Pérez y Juan Ruiz',
    'Por Ana Pérez (EFE)',
    'Escrito por Ana Pérez',
    'Traducción de Ana Pérez',
    'Fotografía: Ana Pérez',
    'Por redacción',
    'Europa Press',
    'Ana Pérez es periodista y escritora.',
    'La autora es periodista en Madrid.',
    'Este artículo se publicó originalmente en El Pan.',
  ],
  Italian: [
    'Di Anna Rossi e Paolo Bianchi',
    'di Anna Rossi',
    'A cura di Anna Rossi',
    'A cura della redazione',
    'Testo: Anna Rossi',
    'Autrice: Anna Rossi',
    'Scritto da Anna Rossi',
    '(Adnkronos)',
    'Anna Rossi è una giornalista freelance.',
    'Questo articolo è stato pubblicato originariamente su Il Pane.',
  ],
  Dutch: [
    'Door Anna de Vries en Piet Jansen',
    'Door onze redactie',
    'Vertaald door Anna de Vries',
    'Een column van Anna de Vries',
    'Foto’s: Anna de Vries',
    'Foto: ANP',
    'Anna de Vries is freelance journalist in Gent.',
    'De auteur is redacteur van deze krant.',
    'Dit artikel verscheen eerder in Het Brood.',
    'Bijgewerkt op 3 maart 2024',
  ],
  Portuguese: [
    'Por Ana Silva e João Costa',
    'Reportagem de Ana Silva',
    'Edição: Ana Silva',
    'Com Lusa',
    'Com informações da Agência Brasil',
    'Ana Silva é jornalista e escritora.',
    'Este artigo foi publicado originalmente em O Pão.',
    'Publicado em 3 de março de 2024',
    'Todos os direitos reservados',
  ],
}

/** Last lines of articles that begin or read like those. */
const endings: Record<string, readonly string[]> = {
  German: [
    'Von Anna Schmidt fehlt jede Spur.',
    'Von Anna Schmidt.',
    'Von Montag an gilt ein neuer Fahrplan.',
    'Von Tür zu Tür',
    'Von Bad Tölz',
    'Ein Kommentar von Anna Schmidt brachte die Sache ins Rollen.',
    'Ein Kommentar von Siemens blieb aus.',
    'Aus dem Englischen von Anna Schmidt zu lernen, fiel keinem ein.',
    'Das Gespräch führte zu nichts.',
    'Das Interview führte zum Eklat.',
    'Text: Niemand weiß, wer ihn schrieb.',
    'Übersetzung: unmöglich',
    'Mit Material aus dem Steinbruch wurde die Kirche gebaut.',
    'Hans Weber ist Journalist in Berlin.',
    'Anna Schmidt ist Bäckerin in Ulm.',
    'Anna Schmidt ist seit Montag Bürgermeisterin.',
    'Anna Schmidt ist Journalistin und sitzt seit Mai in Haft.',
    'Anna Schmidt ist Journalistin, sie wurde am Dienstag festgenommen.',
    'Anna Schmidt ist Journalistin in Kiew geblieben.',
    'Anna Schmidt ist Journalistin in Ulm. Am Dienstag wurde sie festgenommen.',
    'Der Autor ist tot.',
    'Dieser Artikel erschien ihm zu lang.',
    'Dieser Artikel erschien zuerst anstößig, dann nur noch langweilig.',
    'Stand: vier von neun Bädern sind zu.',
  ],
  French: [
    'Par Jeanne Martin, tout a commencé.',
    'Par Jeanne Martin.',
    'Par Saint Denis',
    'Propos recueillis par la police.',
    'Un article de Jeanne Martin a tout changé.',
    'Avec Air France',
    'Jeanne Martin est boulangère à Lyon.',
    'Jeanne Martin est journaliste et risque dix ans de prison.',
    'Jeanne Martin est journaliste à Lyon et risque dix ans de prison.',
    'Jeanne Martin est journaliste au journal qui a fermé.',
    'L’auteur est inconnu.',
    'Cet article a été publié mardi par la mairie.',
  ],
  Spanish: [
    'Por Ana Pérez nadie preguntó.',
    'Por Dios Santo',
    'Por América Latina',
    'Escrito por monjes del siglo XII.',
    'Con información de la policía',
    'Ana Pérez es panadera en Sevilla.',
    'Ana Pérez es periodista y fue detenida el martes.',
    'La autora es desconocida.',
  ],
  Italian: [
    'Di Anna Rossi nessuno sa nulla.',
    'di Roma',
    'Di Reggio Emilia',
    'A cura di tutti',
    'Anna Rossi è fornaia a Roma.',
    'Anna Rossi è giornalista ed è stata arrestata martedì.',
    'L’autore è ignoto.',
  ],
  Dutch: [
    'Door Anna de Vries kwam alles uit.',
    'Door Den Haag',
    'Door New York',
    'Een column van Trajanus',
    'Anna de Vries is bakker in Gent.',
    'Anna de Vries is journalist in Gent en zit sinds mei vast.',
    'Anna de Vries is journalist bij de krant die sluit.',
    'De auteur is onbekend.',
  ],
  Portuguese: [
    'Por Ana Silva ninguém perguntou.',
    'Por São Paulo',
    'Reportagem de guerra',
    'Com informações da polícia',
    'Edição: esgotada',
    'Ana Silva é padeira no Porto.',
    'Ana Silva é jornalista e foi detida na terça.',
    'Este artigo da lei foi publicado em maio.',
  ],
}

const rows = (table: Record<string, readonly string[]>): [language: string, ending: string][] =>
  Object.entries(table).flatMap(([language, lines]) =>
    lines.map((line): [string, string] => [language, line]),
  )

test.each(rows(signatures))('%s: %j is removed', (_, ending) => {
  expect(withoutSignature(`${body}\n\n${ending}`)).toBe(body)
})

test.each(rows(endings))('%s: %j is left alone', (_, ending) => {
  expect(withoutSignature(`${body}\n\n${ending}`)).toBe(`${body}\n\n${ending}`)
})

test('a by-line at the top is no mention of its author, in other languages either', () => {
  const signed = `Von Anna Schmidt\n\n${body}`
  expect(withoutSignature(`${signed}\n\nAnna Schmidt ist Redakteurin in Ulm.`)).toBe(signed)
})
