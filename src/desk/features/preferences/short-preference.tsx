import { useState } from 'react'
import { fold } from '../../../text/fold.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './short-preference.module.css'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

/** The word count below which an article is marked as short: what is short to one editor is the norm for another. */
export function ShortPreference() {
  const { shortWords } = useDevicePreferences()
  const [typed, setTyped] = useState('')
  const count = readCount(typed)
  const chosen = shortWords === 0 ? '' : String(shortWords)
  return (
    <TextField
      className={styles.field}
      label="Mark articles as short below"
      hint="In words. Leave blank to mark none."
      error={count === undefined ? 'Enter a whole number, such as 150, or leave it blank.' : undefined}
      inputMode="numeric"
      autoComplete="off"
      // What was typed, but not after another tab has chosen.
      value={count !== undefined && count !== shortWords ? chosen : typed}
      onValueChange={(next) => {
        setTyped(next)
        const shortWords = readCount(next)
        if (shortWords !== undefined) changePreferences({ shortWords })
      }}
    />
  )
}

/** Blank counts as none. */
function readCount(text: string): number | undefined {
  const digits = fold(text.trim())
  return /^\d{0,5}$/.test(digits) ? Number(digits) : undefined
}
