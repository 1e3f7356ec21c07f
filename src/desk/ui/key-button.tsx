import { Button, type ButtonProps } from './button.tsx'
import { KeyCaps } from './kbd.tsx'
import styles from './key-button.module.css'
import { ariaKeys, keyCaps, type ShortcutName } from './shortcuts.ts'

/** A button that shows its key. */
export const KeyButton = ({ shortcut, children, ...button }: ButtonProps & { shortcut: ShortcutName }) => (
  <Button className={styles.button} aria-keyshortcuts={ariaKeys(shortcut)} {...button}>
    {children}
    <KeyCaps caps={keyCaps(shortcut)[0]} hidden />
  </Button>
)
