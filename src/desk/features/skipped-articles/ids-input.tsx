import { useEffect } from 'react'
import type { IdReading } from '../../worker-protocol/worker-api.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { IdsField } from '../../ui/ids-field.tsx'
import { briefIdsReadWords, unreadWords } from '../../ui/ids-read-words.ts'
import type { IdsGiven } from './ids-given.ts'

/** Typed text is parsed after this pause. */
const pauseMs = 150

/** Input for ids, parsed off the page. */
export function IdsInput({
  given,
  onChange,
}: {
  given: IdsGiven
  onChange: (change: (given: IdsGiven) => IdsGiven) => void
}) {
  const worker = useWorkerApi()
  const { text, typed, sources } = given

  useEffect(() => {
    let awaited = true
    const timer = setTimeout(() => {
      // If that fails, what it says of the text is missing; the form reads it again.
      const apply = (typed: IdReading) => awaited && onChange((given) => ({ ...given, typed }))
      worker.readIds(text).then(apply, () => {})
    }, pauseMs)
    return () => {
      awaited = false
      clearTimeout(timer)
    }
  }, [worker, text, onChange])

  const add = (name: string, content: File | string) => {
    const key = newKey()
    onChange((given) => ({ ...given, sources: [...given.sources, { key, name, reading: undefined }] }))
    const settle = (reading: IdReading) =>
      onChange((given) => ({
        ...given,
        sources: given.sources.map((source) => (source.key === key ? { ...source, reading } : source)),
      }))
    worker.readIds(content).then(settle, () => settle({ problem: unreadWords(name) }))
  }

  const remove = (key: number) =>
    onChange((given) => ({ ...given, sources: given.sources.filter((source) => source.key !== key) }))

  return (
    <IdsField
      text={text}
      onTextChange={(text) => onChange((given) => ({ ...given, text }))}
      hint={text.trim() === '' || typed === undefined ? undefined : wordsOf(typed)}
      sources={sources.map(({ key, name, reading }) => ({
        key,
        name,
        found: { words: reading ? wordsOf(reading) : 'Being read' },
        onRemove: () => remove(key),
      }))}
      sourcesLabel="Files and pasted lists"
      onAdd={add}
    />
  )
}

const wordsOf = (reading: IdReading): string =>
  'problem' in reading ? reading.problem : briefIdsReadWords(reading)

let lastKey = 0
const newKey = () => ++lastKey
