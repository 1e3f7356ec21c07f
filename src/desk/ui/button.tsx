import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 's'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** An action started by this button is running: it keeps its width, and does nothing. */
  busy?: boolean
  /** There is nothing to do. Unlike `disabled`, it doesn't drop the keyboard user's focus. */
  'aria-disabled'?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'm',
  icon,
  busy = false,
  'aria-disabled': disabled = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInert = busy || disabled
  const swallow = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      aria-disabled={isInert || undefined}
      data-busy={busy || undefined}
      onClick={isInert ? swallow : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

/** Button styles for other elements: links, file field labels. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return [styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')
}
