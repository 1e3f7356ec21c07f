import type { Article } from '../../../contract/article.ts'
import { countIds, subtractIds, uniteIds } from '../../../contract/ids.ts'
import { readMarks, sameMark, writeMarks } from '../marks/article-marks.ts'
import { nothingRestored } from './backup.ts'
import type { BackupValues, LibraryRecord } from './backup.ts'
import type { Library } from '../library.ts'
import { mergeMarks } from './merge-marks.ts'
import { jobRestorer } from './restore-job.ts'
import type { Restoring } from './restore-job.ts'
import type { Tables } from '../store/store.ts'
import type { MarkOf } from '../records.ts'
import type { StoredLibraryParts } from '../library-parts.ts'

/** What is in a backup, added to what is here: nothing here is replaced by anything older, and nothing goes. */
export function storedRestore({ store, changes }: StoredLibraryParts): Pick<Library, 'restorePart'> {
  return {
    async restorePart(records) {
      const [first] = records
      if (!first) return nothingRestored
      // Cards are made of texts, which takes longer than a transaction stays open.
      const restoreJob = first.kind === 'job' ? jobRestorer(first.value, articlesOf(records)) : undefined
      const { restored, change } = await store.transact('write', async (tables) =>
        restoreJob ? restoreJob(tables) : restoreRecords(tables, records),
      )
      changes.announce(change)
      return restored
    },
  }
}

function articlesOf(records: readonly LibraryRecord[]): Map<string, Article[]> {
  const answers = new Map<string, Article[]>()
  for (const { kind, value } of records) {
    if (kind !== 'articles') continue
    const known = answers.get(value.answer) ?? []
    for (const article of value.articles) known.push(article)
    answers.set(value.answer, known)
  }
  return answers
}

async function restoreRecords(tables: Tables, records: readonly LibraryRecord[]): Promise<Restoring> {
  const marks = await restoreMarks(
    tables,
    records.flatMap((record) => (record.kind === 'mark' ? [record.value] : [])),
  )
  const lists: string[] = []
  let named = 0
  for (const record of records) {
    if (record.kind === 'list' && (await restoreList(tables, record.value))) lists.push(record.value.id)
    if (record.kind === 'named' && (await restoreNamed(tables, record.value))) named += 1
    if (record.kind === 'setting') await restoreSetting(tables, record.value)
  }
  return {
    restored: { ...nothingRestored, marks, lists: lists.length, named },
    change: {
      jobs: [],
      ...(marks > 0 && { marks: 'many' }),
      ...(lists.length > 0 && { lists }),
      ...(named > 0 && { named: true }),
    },
  }
}

async function restoreMarks({ marks }: Tables, there: readonly BackupValues['mark'][]): Promise<number> {
  const here = new Map(
    await readMarks(
      marks,
      there.map(([id]) => id),
    ),
  )
  const merged = new Map(here)
  for (const [id, mark] of there) merged.set(id, mergeMarks(merged.get(id), mark))
  const changed: MarkOf[] = [...merged].filter(([id, mark]) => !sameMark(mark, here.get(id)))
  await writeMarks(marks, changed)
  return changed.length
}

/** A list that is here too has the ids of both, under the name it has here. */
async function restoreList(tables: Tables, { id, list, ids }: BackupValues['list']): Promise<boolean> {
  const here = (await tables.listIds.get(id))?.ids
  const known = await tables.lists.get(id)
  if (here && (known || !list) && countIds(subtractIds(ids, here)) === 0) return false
  const both = here ? uniteIds([here, ids]) : ids
  await tables.listIds.put({ listId: id, ids: both })
  const record = known ?? list
  if (record) await tables.lists.put({ ...record, id, count: countIds(both) })
  return true
}

async function restoreNamed({ named }: Tables, there: BackupValues['named']): Promise<boolean> {
  const here = await named.get(there.key)
  if (here && here.updatedAt >= there.updatedAt) return false
  await named.put(there)
  return true
}

async function restoreSetting({ settings }: Tables, there: BackupValues['setting']): Promise<void> {
  if (!(await settings.get(there.name))) await settings.put(there)
}
