import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 's'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** An action started by this button is running: it stays focusable and keeps its width, but does nothing. */
  busy?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'm',
  icon,
  busy = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const swallow = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      // `disabled` would drop the keyboard user's focus.
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      onClick={busy ? swallow : onClick}
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
