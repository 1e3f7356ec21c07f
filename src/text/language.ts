/** A BCP 47 language code ("en", "uk"). */
export type Language = string

/** Enough for detection, and little enough to cost no noticeable time when ten thousand texts are saved. */
const sampleLength = 700

/** Code ranges by script. Scripts used mostly for one language name it; the others are resolved by word lists below. */
const scripts: readonly (readonly [first: number, last: number, script: string])[] = [
  [0x41, 0x24f, 'latin'],
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'cyrillic'],
  [0x531, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'arabic'],
  [0x900, 0x97f, 'hi'],
  [0x980, 0x9ff, 'bn'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xd80, 0xdff, 'si'],
  [0xe00, 0xe7f, 'th'],
  [0xe80, 0xeff, 'lo'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1200, 0x137f, 'am'],
  [0x1780, 0x17ff, 'km'],
  [0x1e00, 0x1eff, 'latin'],
  [0x3040, 0x30ff, 'ja'],
  [0x3400, 0x9fff, 'zh'],
  [0xac00, 0xd7a3, 'ko'],
]

/**
 * Detects the language of a text by the script and the common words in a sample of its middle, away from date lines and
 * signatures. Undefined if the text is too short or the answer unclear: related languages such as Danish and Norwegian
 * may be confused or undefined. Good enough to compare a job's texts, not for anything finer.
 */
export function languageOf(text: string): Language | undefined {
  const start = Math.max(0, Math.floor((text.length - sampleLength) / 2))
  const sample = text.slice(start, start + sampleLength)
  const script = scriptOf(sample)
  const words = script === undefined ? undefined : languagesByWord(script)
  return words ? mostLikely(sample, words) : script
}

/**
 * The language of a text whose page or feed declares one. The declaration may just be a template's default, so a clear
 * detection wins, unless the declared language is one that can't be detected here.
 */
export function reconcileLanguage(declared: string | undefined, text: string): Language | undefined {
  const code = declared?.trim().toLowerCase().split(/[-_]/)[0] || undefined
  const detected = code === undefined || known.has(code) ? languageOf(text) : undefined
  return detected ?? code
}

/**
 * The language of most of a job's texts; undefined if fewer than three are known, or no language has more than half. An
 * article is marked 'language' if its own is known and differs.
 */
export function commonLanguage(languages: Iterable<Language | undefined>): Language | undefined {
  const counts = new Map<Language, number>()
  let known = 0
  for (const language of languages) {
    if (language === undefined) continue
    known += 1
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  if (known < 3) return undefined
  for (const [language, count] of counts) if (count * 2 > known) return language
  return undefined
}

const minLetters = 40

function scriptOf(sample: string): string | undefined {
  const counts = new Uint16Array(scripts.length + 1)
  for (let i = 0; i < sample.length; i += 1) {
    const code = sample.charCodeAt(i)
    const script = scriptByCode[code >> 4] ?? 0
    if (script !== latin || isLatinLetter(code)) counts[script] = (counts[script] ?? 0) + 1
  }
  counts[0] = 0
  const [kana = 0, han = 0, hangul = 0] = [counts[japanese], counts[chinese], counts[korean]]
  // Kana amounting to a tenth of the Chinese characters means Japanese; a quoted name is less.
  if (kana > 0 && kana * 10 >= han) counts.set([kana + han, 0], japanese)
  const letters = counts.reduce((sum, count) => sum + count, 0)
  // One of these characters carries as much information as several letters.
  const fewest = kana + han + hangul > 0 ? minLetters / 2 : minLetters
  const most = counts.findIndex((count) => count * 2 > letters)
  return letters >= fewest ? scripts[most - 1]?.[2] : undefined
}

const isLatinLetter = (code: number): boolean =>
  code >= 0xc0 ? code !== 0xd7 && code !== 0xf7 : (code | 32) >= 97 && (code | 32) <= 122

/**
 * One entry per block of 16 codes: no script starts or ends within a block, except Latin, which is checked by letter.
 */
const scriptByCode = new Uint8Array(0x1000)
for (const [first, last, script] of scripts)
  scriptByCode.fill(scripts.findIndex((it) => it[2] === script) + 1, (first + 7) >> 4, (last + 8) >> 4)
const latin = 1
const japanese = scripts.findIndex(([, , script]) => script === 'ja') + 1
const chinese = japanese + 1
const korean = chinese + 1

const minShare = 0.08
const minLead = 1.25
const minHits = 5

function mostLikely(sample: string, byWord: Map<string, string[]>): Language | undefined {
  const hits = new Map<string, number>()
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  for (const word of words) {
    for (const language of byWord.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1)
  }
  const [first, second] = [...hits].sort((a, b) => b[1] - a[1])
  if (!first || first[1] < minHits || first[1] < words.length * minShare) return undefined
  return first[1] >= (second?.[1] ?? 0) * minLead ? first[0] : undefined
}

const commonWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  latin: {
    en: 'the of and to in is that it was for on are as with his they be at this have from or had by but not what all were when we there can an which their if will each about how up out them then she many some so these would other into has more her two like him see time could no make than been its who now people my made over did down only way find use may after',
    de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn kann',
    fr: 'le la les de des et en un une du dans qui que est pour pas au sur par plus ne se ce il sont avec elle mais ou où son sa ses cette aux comme nous vous tout leur était été même ont on ces fait être deux',
    es: 'el la los las de y que en un una es por con para del se no su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso había era son',
    pt: 'o a os as de e que em um uma é por com para do da dos das se não no na nos nas ao mais mas como foi ele sua seu ou ser quando muito já também pelo pela até isso ela entre depois sem mesmo aos são está você',
    it: 'il lo la gli le di e che in un una è per con del della dei delle non si al da nel alla sono come più anche ma ha dal suo sua questo questa nella su o se ci era essere dalla tra quando fu cui degli',
    nl: 'de het een en van in is dat op te zijn met voor niet aan er om ook als maar bij door uit nog naar dan of zich worden wordt heeft deze dit die was werd over hij ze wat kan geen meer tot hun',
    sv: 'och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan när år under också efter eller nu sin där vid mot ska skulle kommer ut får finns',
    da: 'og i at det som en på er af for med til den har de ikke om et han men var jeg sig fra vi så kan når år under også efter eller nu sin hvor ved mod skal blev bliver der ud får efter',
    no: 'og i at det som en på er av for med til den har de ikke om et han men var jeg seg fra vi så kan når år under også etter eller nå sin hvor ved mot skal ble blir ut får etter',
    fi: 'ja on ei se että oli joka hän mutta ovat kun myös niin kuin tai jos sen sitä ole ollut mitä vain jo joka olla mukaan siitä voi vuonna sekä jälkeen hänen ne',
    pl: 'i w na z się nie do to że jest o jak po co za od ale tak przez był dla jego są czy już tym było przy może tylko który która które ich oraz być ma jej',
    cs: 'a v se na je že o s z do i to k ve pro by ale si po jako za jsou od nebo jeho jsem když který která které byl byla bylo jen až už také při aby není',
    ro: 'și de în la a cu nu o pe că este din un să se mai pentru care ce sunt au lui fi sau prin dar ca al ale cel cea după era fost',
    hu: 'a az és hogy nem is egy van volt de ez csak meg már mint ha kell még lehet vagy azt ki el fel minden sem amely után ezt neki majd',
    tr: 've bir bu da de için ile çok daha olarak gibi kadar sonra ne olan ama o en her ise değil var ya diye onun mi ki bunu olduğu',
    vi: 'và của là có không được trong cho một với các những người này đã để từ khi ra đó như vào về cũng thì đến lại phải nhiều hơn nước năm hay bằng còn',
    id: 'yang dan di dari untuk dengan ini itu pada tidak dalam adalah akan ke oleh juga telah atau karena ada bisa sebagai mereka kami lebih saya dapat tersebut para menjadi',
  },
  cyrillic: {
    ru: 'и в не на что с по как это он она из у за от к но для его все так же был были было только бы или ещё уже если чтобы при их во когда который которые есть до где очень этот',
    uk: 'і в не на що з та у як до це він вона за від для його але так про був була було тільки ще вже якщо щоб при їх є коли який яка які або й де дуже цей також після',
    bg: 'и в не на че с по как това той тя от за се да са е но към до само или ще ако при как който която които има като със във беше бяха още след',
    sr: 'и у не на да се је за од са су као што али то он она из по до само или би ће ако при који која које има био била још након',
  },
  arabic: {
    ar: 'في من على إلى أن هذا هذه التي الذي لا ما كان عن مع أو كما كل بعد قبل بين هو هي قد لم ثم حتى عند ولا وفي ذلك',
    fa: 'در به از که این را با است برای آن یک خود تا بر هم می نیز شده کرد شد بود ها های اما یا هر',
    ur: 'کے میں کی ہے اور سے کا کو اس پر نے کہ یہ ہیں بھی تھا ایک وہ کر جو تو نہیں تھے ہو لیے گیا',
  },
}

const known = new Set([
  ...scripts.map(([, , language]) => language),
  ...Object.values(commonWords).flatMap((lists) => Object.keys(lists)),
])

const indexes = new Map<string, Map<string, string[]>>()

/** The languages of each common word; undefined for a script of one language. Made when the first text needs it. */
function languagesByWord(script: string): Map<string, string[]> | undefined {
  const lists = commonWords[script]
  const made = indexes.get(script)
  if (!lists || made) return made
  const languages = new Map<string, string[]>()
  for (const [language, list] of Object.entries(lists)) {
    for (const word of new Set(list.split(' '))) {
      languages.set(word, [...(languages.get(word) ?? []), language])
    }
  }
  indexes.set(script, languages)
  return languages
}
