import { markupText } from './markup-text.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordNames = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** The part that contains the articles. */
export const docxBodyName = 'word/document.xml'
/** The part with the title. */
export const docxPropertiesName = 'docProps/core.xml'

const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`

const contentTypes = `${xml}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  override('/word/document.xml', `${wordTypes}.document.main+xml`),
  override('/word/styles.xml', `${wordTypes}.styles+xml`),
  override('/word/settings.xml', `${wordTypes}.settings+xml`),
  override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
].join('')}</Types>`

const relations = (all: readonly [type: string, target: string][]) =>
  `${xml}<Relationships xmlns="${packageNames}/relationships">${all
    .map(([type, target], place) => `<Relationship Id="r${place + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const packageRelations = relations([
  [`${officeNames}/officeDocument`, docxBodyName],
  [`${packageNames}/relationships/metadata/core-properties`, docxPropertiesName],
])

const bodyRelations = relations([
  [`${officeNames}/styles`, 'styles.xml'],
  [`${officeNames}/settings`, 'settings.xml'],
])

export function docxProperties(title: string, at: Date): string {
  const time = `xsi:type="dcterms:W3CDTF">${at.toISOString().slice(0, 19)}Z`
  return `${xml}<cp:coreProperties xmlns:cp="${packageNames}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${markupText(title)}</dc:title><dcterms:created ${time}</dcterms:created><dcterms:modified ${time}</dcterms:modified></cp:coreProperties>`
}

/** Declares the version of Word. Without it, Word opens the document in "compatibility mode". */
const settings = `${xml}<w:settings xmlns:w="${wordNames}"><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`

interface Style {
  id: string
  name: string
  /** The XML of the paragraph properties and the style of the next paragraph. */
  paragraph: string
  run?: string
}

/** Uses Word's own names, so that its navigation and tables of contents recognize them. Sizes are in half points. */
const paragraphStyles: readonly Style[] = [
  {
    id: 'Heading1',
    name: 'heading 1',
    paragraph:
      '<w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="0" w:after="120" w:line="240" w:lineRule="auto"/><w:outlineLvl w:val="0"/></w:pPr>',
    run: '<w:rPr><w:b/><w:bCs/><w:sz w:val="36"/><w:szCs w:val="36"/></w:rPr>',
  },
  {
    id: 'BodyText',
    name: 'Body Text',
    paragraph: '<w:qFormat/><w:pPr><w:spacing w:after="160"/></w:pPr>',
  },
  {
    id: 'Facts',
    name: 'Facts',
    paragraph: '<w:next w:val="BodyText"/><w:pPr><w:spacing w:after="240"/></w:pPr>',
    run: '<w:rPr><w:color w:val="6D665C"/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>',
  },
  {
    id: 'Note',
    name: 'Note',
    paragraph: '<w:next w:val="BodyText"/><w:pPr><w:ind w:left="425"/></w:pPr>',
    run: '<w:rPr><w:i/><w:iCs/></w:rPr>',
  },
]

const styles = `${xml}<w:styles xmlns:w="${wordNames}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Times New Roman"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${paragraphStyles
  .map(
    ({ id, name, paragraph, run = '' }) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${paragraph}${run}</w:style>`,
  )
  .join('')}</w:styles>`

/** The parts that all Word documents have alike, by name. `[Content_Types].xml` must be first. */
export const docxParts: readonly (readonly [name: string, text: string])[] = [
  ['[Content_Types].xml', contentTypes],
  ['_rels/.rels', packageRelations],
  ['word/_rels/document.xml.rels', bodyRelations],
  ['word/settings.xml', settings],
  ['word/styles.xml', styles],
]
