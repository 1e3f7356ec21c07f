import X from 'lucide-react/icons/x'
import { Component, type ReactNode } from 'react'
import styles from './damaged-row.module.css'
import { IconButton } from './icon-button.tsx'

interface Props {
  /** What the row shows: "job 17". */
  name: string
  onRemove: () => void
  children: ReactNode
}

/** Wraps a row of a list, so that a record that can't be drawn breaks neither the list nor the screen. */
export class DamagedRow extends Component<Props, { isDamaged: boolean }> {
  override state = { isDamaged: false }

  static getDerivedStateFromError() {
    return { isDamaged: true }
  }

  override render() {
    const { name, onRemove, children } = this.props
    if (!this.state.isDamaged) return children
    return (
      <div className={styles.row}>
        <span>{`The record of ${name} is damaged and can't be shown.`}</span>
        <IconButton size="s" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
      </div>
    )
  }
}
