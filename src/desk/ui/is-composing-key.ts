import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method that composes a word. Safari ends the composition before it reports the Enter
 * that confirms it, and only this key code tells that from another Enter.
 */
export const isComposingKey = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
