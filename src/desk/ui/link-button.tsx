import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'

export interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** Navigates, so it is a link, even if it looks like a button. */
export function LinkButton({
  variant = 'secondary',
  size = 'm',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      {children}
    </Link>
  )
}
