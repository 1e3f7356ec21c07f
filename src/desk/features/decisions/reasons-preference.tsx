import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { cutText, shortened } from '../../../text/cut-text.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { settingQuery } from '../../worker-client/library-queries.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useBeforeLeaving, useHasUnmounted } from '../../ui/use-before-leaving.ts'
import styles from './rejection-reasons.module.css'
import { reasonsSetting, useRejectionReasons } from './rejection-reasons.tsx'

/** The list of rejection reasons, one per line, saved when the field is left. */
export function ReasonsPreference() {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const toast = useToast()
  const hasUnmounted = useHasUnmounted()
  const saved = useRejectionReasons()
  const { isSuccess, isError } = useQuery(settingQuery(worker, reasonsSetting))
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)

  const waiting = useRef<string>(undefined)
  const latest = useRef<string>(undefined)

  const save = useCallback(() => {
    const text = waiting.current
    waiting.current = undefined
    if (text === undefined) return
    latest.current = text
    const reasons = reasonLines(text)
    const { queryKey } = settingQuery(worker, reasonsSetting)
    client.setQueryData(queryKey, reasons)
    worker.library.saveSetting(reasonsSetting, reasons).then(
      () => {
        setTyped((typed) => (typed === text ? undefined : typed))
        setRefused(false)
      },
      () => {
        // Tried again when the field or the page is left, unless more was typed and saved since.
        if (latest.current === text) waiting.current ??= text
        setRefused(true)
        if (hasUnmounted.current) toast({ message: 'The reasons for rejecting were not saved.' })
        void client.invalidateQueries({ queryKey })
      },
    )
  }, [client, worker, toast, hasUnmounted])
  useBeforeLeaving(save)

  return (
    <TextArea
      className={styles.list}
      label="Reasons for rejecting"
      hint={`One per line, each of at most ${longestReason} characters. The keys 1 to 9 reject an article for one of the first nine; a reason is never required. Articles keep the reason they were given.`}
      placeholder={'Off topic\nToo old\nAdvertising'}
      rows={4}
      value={typed ?? saved.join('\n')}
      // What is typed replaces what is saved, which has to be known.
      readOnly={!isSuccess}
      error={
        isRefused
          ? 'Not saved: reload the page.'
          : isError
            ? 'The saved reasons could not be read.'
            : cutWords(typed ?? '')
      }
      onValueChange={(text) => {
        waiting.current = text
        setTyped(text)
      }}
      onBlur={save}
    />
  )
}

/** In UTF-16 units. */
const longestReason = 80

const lines = (text: string): string[] =>
  text.split('\n').map((line) => line.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim())

const reasonLines = (text: string): string[] => [
  ...new Set(
    lines(text)
      .map((line) => cutText(line, longestReason))
      .filter(Boolean),
  ),
]

/** What will be cut, while it can still be shortened. */
function cutWords(text: string): string | undefined {
  const long = lines(text).find((line) => line.length > longestReason)
  return long === undefined
    ? undefined
    : `Only the first ${longestReason} characters of “${shortened(long, 30)}” will be saved.`
}
