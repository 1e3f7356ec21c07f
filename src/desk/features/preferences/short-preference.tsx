import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import styles from './short-preference.module.css'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'

/** The word count below which an article is marked as short: what is short to one editor is the norm for another. */
export function ShortPreference() {
  const { shortWords } = useDevicePreferences()
  const [typed, setTyped] = useState('')
  const chosen = shortWords === 0 ? '' : String(shortWords)
  return (
    <TextField
      className={styles.field}
      label="Mark articles as short below"
      hint="In words. Leave blank to mark none."
      error={isCount(typed) ? undefined : 'Enter a whole number, such as 150, or leave it blank.'}
      announcesError
      inputMode="numeric"
      autoComplete="off"
      // What was typed, but not after another tab has chosen.
      value={isCount(typed) && Number(typed) !== shortWords ? chosen : typed}
      onValueChange={(next) => {
        setTyped(next)
        if (isCount(next)) changePreferences({ shortWords: Number(next) })
      }}
    />
  )
}

/** Blank counts as none. */
const isCount = (text: string): boolean => /^\d{0,5}$/.test(text.trim())
