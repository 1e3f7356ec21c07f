import Trash2 from 'lucide-react/icons/trash'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLibrary } from '../../../worker-client/worker-context.tsx'
import { notDeleted, useSteps } from '../../../worker-client/use-steps.ts'
import type { Named } from '../../../library/records.ts'
import { sameName } from '../../../library/compare-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isComposingKey } from '../../../ui/is-composing-key.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import styles from './manage-presets.module.css'

/** Renames and deletes presets; a name is saved when its field is left. */
export function ManagePresets({ presets, onClose }: { presets: readonly Named[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const finish = () => {
    // Escape closes a dialog without leaving the field.
    flushSync(() => done.current?.focus())
    // A name that was not saved would be lost without a word.
    const wrong = list.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) wrong.focus()
    else onClose()
  }
  return (
    <Dialog
      onClose={finish}
      title="Presets"
      footer={
        <Button ref={done} onClick={finish}>
          Done
        </Button>
      }
    >
      {presets.length === 0 ? <p className={styles.none}>No presets are left.</p> : null}
      <ul ref={list} className={styles.presets} aria-label="Presets">
        {presets.map((preset) => (
          <PresetRow key={preset.key} preset={preset} presets={presets} />
        ))}
      </ul>
    </Dialog>
  )
}

function PresetRow({ preset, presets }: { preset: Named; presets: readonly Named[] }) {
  const library = useLibrary()
  const toast = useToast()
  const { say } = useSteps()
  /** Undefined while the field follows the record, which another tab may rename. */
  const [typed, setTyped] = useState<string>()
  const name = typed ?? preset.name
  if (typed === preset.name) setTyped(undefined)
  const [error, setError] = useState<string>()
  /** Whether Enter has saved what is typed: leaving the field must not do it again. */
  const isSaved = useRef(false)

  const rename = async () => {
    const next = name.trim()
    setTyped(next)
    if (next === preset.name || isSaved.current) return
    if (next === '') return setError('Give it a name, or delete it.')
    if (presets.some(({ key, name }) => key !== preset.key && sameName(name, next)))
      return setError('Another preset has this name.')
    try {
      isSaved.current = true
      const { key, kind, value } = preset
      await library.saveNamed({ key, kind, value, name: next })
      toast({ message: `Renamed “${preset.name}” to “${next}”` })
    } catch {
      isSaved.current = false
      // Not at the field: the name is not at fault, and would keep "Done" from closing.
      toast({ message: `Not renamed: this device could not save “${next}”.` })
    }
  }

  return (
    <li className={styles.row}>
      <TextField
        label={`Name of ${preset.name}`}
        labelHidden
        error={error}
        value={name}
        maxLength={200}
        autoComplete="off"
        onBlur={() => void rename()}
        onKeyDown={(event) => event.key === 'Enter' && !isComposingKey(event) && void rename()}
        onValueChange={(name) => {
          setTyped(name)
          setError(undefined)
          isSaved.current = false
        }}
      />
      <IconButton
        label={`Delete ${preset.name}`}
        icon={<Trash2 />}
        onClick={({ currentTarget, detail }) => {
          // By keyboard: after a touch, a field would open the keyboard of a phone.
          if (detail === 0) focusNameBeside(currentTarget.closest('li'))
          say(library.deleteNamed(preset.key), notDeleted)
        }}
      />
    </li>
  )
}

/** The pressed button disappears with its row, and would take the focus with it. */
function focusNameBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  beside?.querySelector('input')?.focus()
}
