import X from 'lucide-react/icons/x'
import { Component, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

interface Props {
  /** What it is a row of: "job 17". */
  name: string
  onRemove: () => void
  children: ReactNode
}

/** Stands around a row of a list: a record that can't be drawn takes neither its list nor its screen down. */
export class DamagedRow extends Component<Props, { isDamaged: boolean }> {
  override state = { isDamaged: false }

  static getDerivedStateFromError() {
    return { isDamaged: true }
  }

  override render() {
    const { name, onRemove, children } = this.props
    if (!this.state.isDamaged) return children
    return (
      <>
        <span>{`The record of ${name} is damaged and can’t be shown.`}</span>
        <IconButton size="s" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
      </>
    )
  }
}
