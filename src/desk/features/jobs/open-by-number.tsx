import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type Ref } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { openJob } from '../../worker-client/library-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIsHere } from '../../ui/use-address.ts'
import { readJobNumber } from '../../library/jobs/job-number.ts'
import styles from './open-by-number.module.css'

export interface OpenByNumberProps {
  /** Shares a line with other controls: the label is shown within the field. */
  inLine?: boolean
  fieldRef?: Ref<HTMLInputElement>
}

/** Opens a job by its number, whether it was made elsewhere or is in the library. */
export function OpenByNumber({ inLine = false, fieldRef }: OpenByNumberProps) {
  const worker = useWorkerApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  const open = async (event: FormEvent) => {
    event.preventDefault()
    const jobId = readJobNumber(text)
    if (jobId === undefined) return setError('A job number is a whole number of at least 1, such as 17.')
    try {
      const { key } = await openJob(client, worker, jobId)
      if (isHere()) await navigate(paths.job(key))
    } catch {
      setError('This device could not save the job. Nothing was changed; free up space and try again.')
    }
  }

  return (
    <form
      className={inLine ? `${styles.form} ${styles.inLine}` : styles.form}
      noValidate
      onSubmit={(event) => void open(event)}
    >
      <TextField
        ref={fieldRef}
        label="Job number"
        labelHidden={inLine}
        placeholder={inLine ? 'Job number' : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={error}
        onValueChange={(text) => {
          setText(text)
          setError(undefined)
        }}
      />
      <Button type="submit" className={inLine ? '' : (styles.button ?? '')}>
        Open job
      </Button>
    </form>
  )
}
