import {
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { pluralize } from '../../../ui/number-words.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { isComposingKey } from '../../../ui/is-composing-key.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './keyword-field.module.css'
import { addKeywords, allKeywords, hasExclusion, keywordSeparator, splitKeywords } from '../form-state.ts'

export interface Keywords {
  readonly keywords: readonly string[]
  /** The keyword being typed. */
  readonly keywordText: string
}

export interface KeywordFieldProps extends Keywords {
  onChange: (keywords: Keywords) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement | null>
}

export function KeywordField({ keywords, keywordText, onChange, error, ref }: KeywordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState({ words: '', isRepeat: false })
  useImperativeHandle(ref, () => input.current!)

  const add = (more: readonly string[], rest: string) => {
    const { keywords: all, added, repeated } = addKeywords(keywords, more)
    setSaid({ words: wordsFor(added, repeated), isRepeat: repeated.length > 0 })
    onChange({ keywords: all, keywordText: rest })
  }

  const remove = (keyword: string, backToText = '') => {
    setSaid({ words: `Removed ${keyword}`, isRepeat: false })
    onChange({
      keywords: keywords.filter((other) => other !== keyword),
      keywordText: backToText || keywordText,
    })
    input.current?.focus()
  }

  const write = (text: string, isComposing: boolean) => {
    // A comma may be part of what an input method composes, and is not final.
    if (isComposing) return onChange({ keywords, keywordText: text })
    const { complete, rest } = splitKeywords(text)
    if (complete.length > 0) add(complete, rest.trimStart())
    else onChange({ keywords, keywordText: rest === text ? text : rest.trimStart() })
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes a word, Enter belongs to it.
    if (isComposingKey(event) || event.metaKey || event.ctrlKey) return
    const last = keywords.at(-1)
    if (event.key === 'Enter') {
      // Here Enter only ever adds a keyword: pressed once too often, it would send a half-filled form.
      event.preventDefault()
      if (keywordText.trim()) add(allKeywords(keywordText), '')
    } else if (event.key === 'Backspace' && keywordText === '' && last !== undefined) {
      event.preventDefault()
      remove(last, last)
    }
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    // A single-line field would drop line breaks, and with them the boundaries between keywords.
    if (!keywordSeparator.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const before = keywordText.slice(0, selectionStart ?? keywordText.length)
    const after = keywordText.slice(selectionEnd ?? keywordText.length)
    add(allKeywords(before + pasted + after), '')
  }

  return (
    <FieldFrame
      label="Keywords"
      hint={
        [...keywords, keywordText].some(hasExclusion)
          ? "A request can't exclude words; “Search library” can."
          : 'Enter or a comma adds one. Quotes make a phrase.'
      }
      error={error}
      announcesError={false}
    >
      {(attributes) => (
        <div className={styles.box}>
          {keywords.length > 0 ? (
            <ul className={styles.chips} aria-label="Added so far">
              {keywords.map((keyword) => (
                <li key={keyword} className={styles.item}>
                  <Chip onRemove={() => remove(keyword)} removeLabel={`Remove ${keyword}`}>
                    {keyword}
                  </Chip>
                </li>
              ))}
            </ul>
          ) : null}
          <input
            {...attributes}
            ref={input}
            className={styles.input}
            value={keywordText}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            onChange={(event) => write(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
            onCompositionEnd={(event) => write(event.currentTarget.value, false)}
            onKeyDown={press}
            onPaste={paste}
          />
          <VisuallyHidden>
            <output>{said.words}</output>
          </VisuallyHidden>
          {said.isRepeat ? (
            <p className={styles.said} aria-hidden="true">
              {said.words}
            </p>
          ) : null}
        </div>
      )}
    </FieldFrame>
  )
}

function wordsFor(added: readonly string[], repeated: readonly string[]): string {
  const words = [
    added.length > 0 && `Added ${named(added)}`,
    repeated.length > 0 && `${named(repeated)} ${repeated.length > 1 ? 'are' : 'is'} already in the list`,
  ]
  return words.filter(Boolean).join('. ')
}

/** More of them would take a screen reader minutes to say. */
const maxNamed = 5

const named = (keywords: readonly string[]): string =>
  keywords.length > maxNamed ? pluralize(keywords.length, 'keyword') : keywords.join(', ')
