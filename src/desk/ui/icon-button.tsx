import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, variant = 'quiet', className, ...rest }: IconButtonProps) {
  const names = [styles.icon, rest.size === 's' && styles.small, className].filter(Boolean).join(' ')
  return <Button title={label} {...rest} variant={variant} icon={icon} aria-label={label} className={names} />
}
