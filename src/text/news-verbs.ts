/** Whether a text tells what somebody said or suffered, as articles do and signatures don't. */
export const isNews = (text: string): boolean =>
  /\b(?:said|says|told|asked|added|replied|announced|argued|warned|insisted|claimed|confirmed|denied|denies|accused|arrested|detained|charged|convicted|sentenced|jailed|killed|murdered)\b/iu.test(
    text,
  )

/** A pattern of what only articles say of somebody: what became of a person, or what a person says, wants or fears. */
export const newsPredicate = [
  'was|is (?:to|being|accused|among|charged|expected|facing|missing|said|survived|urging)',
  'has (?:been(?! (?:an?|the|our|(?!campaigning|fighting|missing|waiting)[a-z]+ing)\\b)|died|fled|lost|resigned|promised|raised|urged|vowed)',
  'adds|admits|agrees|argues|asks|believes|blames|calls|claims|denies|doubts|expects|explains|faces|fears|feels|hopes|insists|knows',
  'needs|notes|plans|recalls|remains|remembers|says|sees|suggests|tells|thinks|urges|wants|warns|wishes',
].join('|')
