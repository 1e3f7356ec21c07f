import { packValue } from '../src/desk/files/backup-values.ts'
import { backupFormat, backupVersion, endKind } from '../src/desk/files/backup-format.ts'

export interface HostileBackup {
  readonly text: string
  /** A job of each state, by its key. */
  readonly jobs: readonly string[]
  /** An article that was rejected, with a label, a note and another version. */
  readonly articleId: string
}

const phases = ['ready', 'failed', 'stopped', 'not-found', 'resting', 'unconfirmed'] as const
const day = 86_400_000
const perJob = 5
const minJobs = 60

/**
 * A backup in which every stored text is a payload: each payload occurs once in each field.
 *
 * @param idOf ids of the service's articles; the texts here are other versions of them
 */
export function hostileBackup(
  payloads: readonly string[],
  idOf: (payload: string, at: number) => string,
): HostileBackup {
  const at = Date.now() - day
  const records: { kind: string; value: unknown }[] = []
  const add = (kind: string, value: unknown) => records.push({ kind, value: packValue(value) })
  const idsOf = (n: number) => ({ numbers: Float64Array.of(n + 1), strings: [payloads[n]!] })
  const keyOf = (n: number) =>
    phases[n % phases.length] === 'unconfirmed' ? `sent-${n.toString(16)}` : String(1_000 + n)

  // Fewer jobs than payloads, since each job is restored separately; a field holds several payloads.
  for (let n = 0; n < Math.max(payloads.length / perJob, minJobs); n += 1) {
    const some = Array.from({ length: perJob }, (_, more) => payloads[(n * perJob + more) % payloads.length]!)
    const text = some.join(' ')
    const key = keyOf(n)
    const phase = phases[n % phases.length]!
    const request = { keywords: some, category: text, articleCount: 5, removeSignature: true }
    const isFirst = n === 0
    const record = {
      key,
      ...(phase !== 'unconfirmed' && { jobId: 1_000 + n }),
      request: { ...request, skipCount: 2 },
      ...(n < minJobs && !isFirst && { madeFrom: keyOf(0), chain: keyOf(0) }),
      startedAt: at - n * 1_000,
      phase,
      state: text,
      category: text,
      readyAt: phase === 'ready' ? at : undefined,
      articleCount: isFirst ? payloads.length + 2 : phase === 'ready' ? 1 : 0,
      setAsideCount: perJob,
      setAside: some.map((sample, position) => ({ position, reason: sample, sample })),
      ...(n % 2 === 0 && { name: text }),
      ...(n % 10 === 9 && { archivedAt: at }),
    }
    add('job', { record, request: { ...request, idsToSkip: idsOf(n % payloads.length) } })
    if (isFirst) add('articles', { answer: key, articles: articlesOf(payloads, idOf) })
    else if (phase === 'ready')
      add('articles', { answer: key, articles: [{ id: `of ${key} ${text}`, title: text, text }] })
  }
  payloads.forEach((payload, n) => {
    const of = (more: number) => payloads[(n + more) % payloads.length]!
    add('mark', [
      idOf(payload, n),
      {
        decision: (['reject', 'keep', 'maybe'] as const)[n % 3],
        decidedAt: at,
        readAt: at,
        note: of(8),
        reason: of(9),
        labels: [of(10), of(11)],
      },
    ])
    const list = { id: `list ${of(12)}`, name: of(13), count: 2, createdAt: at, updatedAt: at }
    add('list', { id: list.id, list, ids: idsOf(n) })
    const preset = {
      keywords: [of(14)],
      category: of(15),
      articleCount: of(16),
      pasted: idsOf(n),
      skipLists: [list.id],
      skipJobs: [of(17)],
    }
    const filters = {
      q: of(18),
      category: of(19),
      keyword: of(20),
      label: of(21),
      reason: of(22),
      job: of(23),
    }
    const address = new URLSearchParams(filters).toString()
    const times = { createdAt: at, updatedAt: at }
    add('named', { key: `preset ${payload}`, kind: 'preset', name: of(24), value: preset, ...times })
    add('named', { key: `view ${payload}`, kind: 'view', name: of(25), value: { address }, ...times })
  })
  for (const id of ['imported', 'by-hand', 'released'])
    add('list', { id, ids: { numbers: new Float64Array(0), strings: payloads } })
  add('setting', { name: 'rejection-reasons', value: payloads })
  add('setting', { name: 'commands/recent', value: payloads })
  add('setting', { name: 'alike-from', value: payloads[0] })

  const rejected = 3 * Math.floor(payloads.length / 6)
  const header = { format: backupFormat, version: backupVersion, account: payloads[1], madeAt: new Date(at) }
  const lines = [header, ...records, { kind: endKind, value: records.length }]
  return {
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    jobs: phases.map((_, n) => keyOf(n)),
    articleId: idOf(payloads[rejected]!, rejected),
  }
}

function articlesOf(payloads: readonly string[], idOf: (payload: string, at: number) => string) {
  const of = (at: number) => payloads[at % payloads.length]!
  const fields = (n: number) => ({
    title: of(n + 26),
    url: `https://news.example/${of(n + 27)}`,
    source: of(n + 28),
    author: of(n + 29),
  })
  // Long enough to count as near-duplicates.
  const long = payloads.slice(0, 80).join(' and then ')
  return [
    ...payloads.map((payload, n) => ({ id: idOf(payload, n), text: `Another: ${of(n + 30)}`, ...fields(n) })),
    { id: `one ${of(0)}`, text: `${long} ${of(1)}`, ...fields(1) },
    { id: `two ${of(0)}`, text: `${long} ${of(2)}`, ...fields(2) },
  ]
}
