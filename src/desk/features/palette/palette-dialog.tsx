import { Dialog as Kit } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import { useId, useState, type KeyboardEvent } from 'react'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Choice } from './choices.ts'
import { ChoiceList } from './choice-list.tsx'
import styles from './palette-dialog.module.css'
import { useChoices, useRecent } from './use-choices.ts'

export interface PaletteDialogProps {
  /** Keys typed before the dialog was loaded. */
  typed: string
  choices: readonly Choice[]
  /** Must unmount the dialog at once. */
  onClose: () => void
  onChoose: (choice: Choice) => void
}

/** A single field to go anywhere or run any command. The focus stays in it; the arrow keys move the active choice. */
export function PaletteDialog({ typed, choices, onClose, onChoose }: PaletteDialogProps) {
  const [query, setQuery] = useState(typed)
  const { groups, isSearching } = useChoices(query, choices)
  const { remember } = useRecent()
  const [wanted, setWanted] = useState<string>()
  const listId = useId()
  useCloseOnBack(onClose)

  const shown = groups.flatMap(({ choices }) => choices)
  const place = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  )
  const active = shown[place]
  const optionId = (choice: Choice) => `${listId}-${shown.indexOf(choice)}`

  const choose = (choice: Choice) => {
    // An article is found again by its title; a choice that leads elsewhere is worth remembering.
    if (choice.group !== 'Articles') remember(choice.id)
    onChoose(choice)
  }
  const move = (step: number) => setWanted(shown[(place + step + shown.length) % shown.length]?.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
  }

  return (
    <Kit.Root open onOpenChange={(open) => !open && onClose()}>
      <Kit.Portal>
        <Kit.Backdrop className={styles.backdrop} />
        <Kit.Popup className={styles.popup} aria-label="Commands" initialFocus={false} finalFocus={false}>
          <div className={styles.head}>
            <Search className={styles.glass} size={18} strokeWidth={1.75} aria-hidden="true" />
            <input
              ref={takeFocus}
              className={styles.input}
              type="text"
              role="combobox"
              aria-label="Commands"
              aria-expanded="true"
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active && optionId(active)}
              placeholder="Type a command or search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                setWanted(undefined)
              }}
              onKeyDown={onKeyDown}
            />
            <Kit.Close className={styles.close}>
              <Kbd>Esc</Kbd> <VisuallyHidden>closes</VisuallyHidden>
            </Kit.Close>
          </div>
          <ChoiceList
            id={listId}
            groups={groups}
            active={active}
            optionId={optionId}
            onPoint={(choice) => setWanted(choice.id)}
            onChoose={choose}
          />
          {shown.length === 0 && !isSearching ? (
            <p className={styles.empty}>
              Nothing found for “{query.trim()}” in screens, commands, jobs or your library.
            </p>
          ) : null}
          <VisuallyHidden>
            <output>{query.trim() === '' || isSearching ? '' : found(shown.length)}</output>
          </VisuallyHidden>
        </Kit.Popup>
      </Kit.Portal>
    </Kit.Root>
  )
}

/** At once rather than a frame later as dialogs do: letters typed until then would act as shortcuts of the page. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

const found = (count: number): string =>
  count === 0 ? 'Nothing found' : count === 1 ? '1 found' : `${count} found`
