import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** An address within the desk; makes the item a link. */
  to?: string
  danger?: boolean
}
