import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 's'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Something this button started is under way: it stays focusable and keeps its width, but does nothing. */
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
      // `disabled` would throw the focus away in the middle of the keyboard user's work.
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      onClick={busy ? swallow : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

/** The looks of a button, for what is something else: a link, a file field's label. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return [styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')
}
