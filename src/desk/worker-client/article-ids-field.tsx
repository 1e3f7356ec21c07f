import { useState } from 'react'
import { countIds, formatIds } from '../../contract/ids.ts'
import type { ParsedIds } from '../files/id-collector.ts'
import { IdsField } from '../ui/ids-field.tsx'
import { IdsReadLine } from '../ui/ids-read-line.tsx'
import { idsReadWords, unreadWords } from '../ui/ids-read-words.ts'
import { useHasUnmounted } from '../ui/use-before-leaving.ts'
import { noTypedIds, type ArticleIds, type NamedIds } from './typed-ids.ts'
import { useWorkerApi } from './worker-context.tsx'

export interface ArticleIdsFieldProps extends ArticleIds {
  /** What was found in the text of the field; undefined until it has been read. */
  typed: ParsedIds | undefined
  /** Names of files and lists still being read; the form must not be sent without them. */
  reading: readonly string[]
  onReading: (change: (reading: readonly string[]) => readonly string[]) => void
  onChange: (change: (ids: ArticleIds) => ArticleIds) => void
}

const maxToEdit = 500

/** Accepts ids typed, pasted or in files. The worker reads them. */
export function ArticleIdsField(props: ArticleIdsFieldProps) {
  const { idText, idLists, typed, reading, onReading, onChange } = props
  const worker = useWorkerApi()
  const hasUnmounted = useHasUnmounted()
  /** Of the files added last, one by one. */
  const [problems, setProblems] = useState<readonly string[]>([])

  /** In the worker: reading a million ids would block the page for too long. */
  const add = async (name: string, content: File | string) => {
    if (typeof content !== 'string') setProblems([])
    onReading((reading) => [...reading, name])
    const found = await worker.readIds(content).catch(() => ({ problem: unreadWords(name) }))
    // The form was replaced, or the service reset.
    if (hasUnmounted.current) return undefined
    onReading((reading) => reading.filter((_, at) => at !== reading.indexOf(name)))
    if ('problem' in found) return setProblems((before) => [...before, found.problem])
    return onChange((ids) => ({ ...ids, idLists: [...ids.idLists, { name, ...found }] }))
  }

  const withoutList = (list: NamedIds) => (ids: ArticleIds) => ({
    ...ids,
    idLists: ids.idLists.filter((other) => other !== list),
  })

  const editAsText = (list: NamedIds) => {
    const text = formatIds(list.ids)
    onChange((ids) => ({
      ...withoutList(list)(ids),
      idText: [ids.idText.trim(), text].filter(Boolean).join('\n'),
    }))
  }

  return (
    <IdsField
      text={idText}
      onTextChange={(text) => onChange((ids) => ({ ...ids, idText: text }))}
      error={problems.join(' ') || undefined}
      sources={idLists.map((list, position) => ({
        key: `${position} ${list.name} ${countIds(list.ids)}`,
        name: list.name,
        found: idsReadWords(list),
        onRemove: () => onChange(withoutList(list)),
        onEdit: countIds(list.ids) <= maxToEdit ? () => editAsText(list) : undefined,
      }))}
      onAdd={(name, content) => void add(name, content)}
    >
      {/* Not what was found in no text, before the first id: "No ids" would be announced. */}
      {idText.trim() && typed && typed !== noTypedIds ? <IdsReadLine {...idsReadWords(typed)} /> : null}
      {reading.length > 0 ? <output>{`Reading ${reading.join(', ')}`}</output> : null}
    </IdsField>
  )
}
