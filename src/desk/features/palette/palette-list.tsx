import Bookmark from 'lucide-react/icons/bookmark'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import FileText from 'lucide-react/icons/file-text'
import MapPin from 'lucide-react/icons/map-pin'
import Newspaper from 'lucide-react/icons/newspaper'
import Settings2 from 'lucide-react/icons/settings-2'
import { useEffect, useRef } from 'react'
import { KeyCaps } from '../../ui/kbd.tsx'
import { keyCaps } from '../../ui/shortcuts.ts'
import styles from './palette-list.module.css'
import type { PaletteItem, PaletteGroup } from './palette-items.ts'

export interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteItem | undefined
  optionId: (item: PaletteItem) => string
  /** The pointer has moved over it. */
  onPoint: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}

/** The list below the field. It never takes the focus. */
export function PaletteList({ id, groups, active, optionId, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    // For the first item, scroll to the title of its group as well.
    if (activeId?.endsWith('-0')) list.current?.scrollTo({ top: 0 })
  }, [activeId])

  return (
    <div ref={list} id={id} role="listbox" aria-label="Commands" tabIndex={-1} className={styles.list}>
      {groups.map(({ group, items }, index) => (
        <div key={group} role="group" aria-labelledby={`${id}-title-${index}`} className={styles.group}>
          <div id={`${id}-title-${index}`} role="presentation" className={styles.title}>
            {group}
          </div>
          {items.map((item) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              className={styles.item}
              // On move, not on enter: a list that scrolls under a resting pointer must not change the active one.
              onPointerMove={() => item !== active && onPoint(item)}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(item)}
            >
              <Icon group={item.group} />
              <bdi className={styles.label} title={item.label}>
                {item.label}
              </bdi>
              {item.detail ? (
                <bdi className={styles.detail} title={item.detail}>
                  {item.detail}
                </bdi>
              ) : null}
              {item.shortcut ? (
                <span className={styles.keys}>
                  <KeyCaps caps={keyCaps(item.shortcut)[0]} />
                </span>
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const icons = {
  'This screen': CornerDownLeft,
  'Go to': MapPin,
  'Saved views': Bookmark,
  Jobs: Newspaper,
  Articles: FileText,
  Desk: Settings2,
} as const

function Icon({ group }: { group: PaletteItem['group'] }) {
  const Drawn = icons[group]
  return <Drawn className={styles.icon} size={16} strokeWidth={1.6} />
}
