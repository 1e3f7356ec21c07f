import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** A place within the desk; the item is a link then. */
  to?: string
  danger?: boolean
}
