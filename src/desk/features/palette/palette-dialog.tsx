import { Dialog as Kit } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { isComposingKey } from '../../ui/is-composing-key.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { PaletteItem } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import styles from './palette-dialog.module.css'
import { usePaletteItems } from './use-palette-items.ts'

export interface PaletteDialogProps {
  items: readonly PaletteItem[]
  /** Must unmount the dialog at once. */
  onClose: () => void
  onChoose: (item: PaletteItem) => void
}

/** A single field to go anywhere or run any command. The focus stays in it; the arrow keys move the active item. */
export function PaletteDialog({ items, onClose, onChoose }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  const { groups, isSearching, remember } = usePaletteItems(query, items)
  const [wanted, setWanted] = useState<string>()
  /** Enter came before the articles did. */
  const [isAwaited, setIsAwaited] = useState(false)
  const listId = useId()
  useCloseOnBack(onClose)

  const shown = groups.flatMap(({ items }) => items)
  const place = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  )
  const active = shown[place]
  const optionId = (item: PaletteItem) => `${listId}-${shown.indexOf(item)}`

  const choose = (item: PaletteItem) => {
    // An article is found again by its title; an item that leads elsewhere is worth remembering.
    if (item.group !== 'Articles') remember(item.id)
    onChoose(item)
  }
  const move = (step: number) => setWanted(shown[(place + step + shown.length) % shown.length]?.id)
  const chooseActive = () => {
    const isEarly = isSearching && (!active || active.group === 'Articles')
    setIsAwaited(isEarly)
    if (active && !isEarly) choose(active)
  }
  const chooseAwaited = useEffectEvent(() => isAwaited && active && choose(active))
  useEffect(() => {
    if (!isSearching) chooseAwaited()
  }, [isSearching])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') chooseActive()
    else return
    event.preventDefault()
  }

  return (
    <Kit.Root open onOpenChange={(open) => !open && onClose()}>
      <Kit.Portal>
        <Kit.Backdrop className={styles.backdrop} />
        <Kit.Popup className={styles.popup} aria-label="Commands" initialFocus={false} finalFocus={false}>
          <div className={styles.head}>
            <Search className={styles.glass} size={18} strokeWidth={1.75} />
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
              dir="auto"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                setWanted(undefined)
                setIsAwaited(false)
              }}
              onKeyDown={onKeyDown}
            />
            <Kit.Close className={styles.close}>
              <span className={styles.byKey}>
                <Kbd>Esc</Kbd> <VisuallyHidden>closes</VisuallyHidden>
              </span>
              <span className={styles.byTouch}>
                <X size={18} strokeWidth={1.75} /> <VisuallyHidden>Close</VisuallyHidden>
              </span>
            </Kit.Close>
          </div>
          <PaletteList
            id={listId}
            groups={groups}
            active={active}
            optionId={optionId}
            onPoint={(item) => setWanted(item.id)}
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

const found = (count: number): string => (count === 0 ? 'Nothing found' : `${count} found`)
