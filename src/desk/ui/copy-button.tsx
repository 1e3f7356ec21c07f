import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'busy' | 'icon'> {
  /** The text, or a function called on click: a million ids are not kept ready. */
  text: string | (() => string | Promise<string>)
  /** The same as rich text, made on click. */
  html?: () => string
}

const shownMs = 2000

export function CopyButton({ text, html, children, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')

  useEffect(() => {
    if (outcome === 'none') return undefined
    const timer = setTimeout(() => setOutcome('none'), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      const made = typeof text === 'string' ? text : text()
      const isCopied = await copyText(
        typeof made === 'string' ? { text: made, html: html?.() } : made.then((text) => ({ text })),
      )
      setOutcome(isCopied ? 'copied' : 'refused')
    } catch {
      setOutcome('refused')
    }
  }

  const said = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Not copied' : undefined
  return (
    <>
      <Button {...rest} icon={outcome === 'copied' ? <Check /> : <Copy />} onClick={() => void copy()}>
        <span className={styles.stack}>
          <span className={said ? styles.gone : undefined}>{children}</span>
          {said ? (
            <span aria-hidden="true" className={styles.said}>
              {said}
            </span>
          ) : null}
        </span>
      </Button>
      <VisuallyHidden>
        <output>{said === 'Not copied' ? 'Not copied: the browser does not allow it here' : said}</output>
      </VisuallyHidden>
    </>
  )
}
