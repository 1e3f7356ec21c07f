import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { isChangeable, isOwnable, shortcut, shortcuts, type ShortcutName } from '../../ui/shortcuts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { changePreferences, useDevicePreferences } from './device-preferences.ts'
import { keyProblem } from './key-problem.ts'
import styles from './own-keys.module.css'

/** The key that an editor may change. */
const ownableKey = (name: ShortcutName): string => shortcut(name).keys.find(isOwnable) ?? ''

const changeable = (Object.keys(shortcuts) as ShortcutName[]).filter(isChangeable)

/** Lists the shortcuts whose keys can be changed. */
export function OwnKeysPreference() {
  const { ownKeys } = useDevicePreferences()
  /** Each starts the fields over: what was typed in one may have been refused for another's key. */
  const [resets, setResets] = useState(0)
  return (
    <Disclosure summary="Change keys">
      <div className={styles.keys}>
        <p className={styles.hint}>
          One key, or two in sequence, such as “g j”. Leave a field blank for the usual key.
        </p>
        {changeable.map((name) => (
          <KeyField key={`${resets} ${name}`} name={name} />
        ))}
        <Button
          size="s"
          aria-disabled={Object.keys(ownKeys).length === 0}
          onClick={() => {
            changePreferences({ ownKeys: {} })
            setResets(resets + 1)
          }}
        >
          Reset all keys
        </Button>
      </div>
    </Disclosure>
  )
}

function KeyField({ name }: { name: ShortcutName }) {
  const { ownKeys } = useDevicePreferences()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const save = () => {
    const key = (typed ?? ownableKey(name)).trim()
    const refusal = keyProblem(name, key)
    setProblem(refusal)
    if (refusal !== undefined) return
    setTyped(undefined)
    const { [name]: _own, ...others } = ownKeys
    if (key !== ownableKey(name))
      changePreferences({ ownKeys: key === '' ? others : { ...others, [name]: key } })
  }

  return (
    <TextField
      label={shortcuts[name].name}
      className={styles.key ?? ''}
      value={typed ?? ownableKey(name)}
      error={problem}
      maxLength={3}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onValueChange={(typed) => {
        setTyped(typed)
        setProblem(undefined)
      }}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && !isComposingKey(event) && save()}
    />
  )
}
