import Bookmark from 'lucide-react/icons/bookmark'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import FileText from 'lucide-react/icons/file-text'
import MapPin from 'lucide-react/icons/map-pin'
import Newspaper from 'lucide-react/icons/newspaper'
import Settings2 from 'lucide-react/icons/settings-2'
import { useEffect, useRef } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { keyCaps } from '../../ui/shortcuts.ts'
import styles from './choice-list.module.css'
import type { Choice, ChoiceGroup } from './choices.ts'

export interface ChoiceListProps {
  id: string
  groups: readonly ChoiceGroup[]
  active: Choice | undefined
  optionId: (choice: Choice) => string
  /** The pointer has moved over it. */
  onPoint: (choice: Choice) => void
  onChoose: (choice: Choice) => void
}

/** The list below the field. It never takes the focus. */
export function ChoiceList({ id, groups, active, optionId, onPoint, onChoose }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    // For the first choice, scroll to the title of its group as well.
    if (activeId?.endsWith('-0')) list.current?.scrollTo?.({ top: 0 })
  }, [activeId])

  return (
    <div ref={list} id={id} role="listbox" aria-label="Commands" tabIndex={-1} className={styles.list}>
      {groups.map(({ group, choices }, index) => (
        <div key={group} role="group" aria-labelledby={`${id}-title-${index}`} className={styles.group}>
          <div id={`${id}-title-${index}`} role="presentation" className={styles.title}>
            {group}
          </div>
          {choices.map((choice) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <div
              key={choice.id}
              id={optionId(choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              className={styles.choice}
              // On move, not on enter: a list that scrolls under a resting pointer must not change the choice.
              onPointerMove={() => choice !== active && onPoint(choice)}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(choice)}
            >
              <Icon group={choice.group} />
              <bdi className={styles.label}>{choice.label}</bdi>
              {choice.detail ? <bdi className={styles.detail}>{choice.detail}</bdi> : null}
              {choice.shortcut ? (
                <span className={styles.keys}>
                  {keyCaps(choice.shortcut)[0]?.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
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

function Icon({ group }: { group: Choice['group'] }) {
  const Drawn = icons[group]
  return <Drawn className={styles.icon} size={16} strokeWidth={1.6} aria-hidden="true" />
}
