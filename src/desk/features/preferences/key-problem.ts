import { isOwnable, keyClash, type ShortcutName, shortcuts } from '../../ui/shortcuts.ts'

/**
 * Why a shortcut can't have a key, in words; undefined if it can.
 *
 * @param key blank for its usual keys
 */
export function keyProblem(name: ShortcutName, key: string): string | undefined {
  if (key === '') {
    const usual = shortcuts[name].keys.filter(isOwnable)
    return usual.map((key) => keyProblem(name, key)).find((problem) => problem !== undefined)
  }
  if (!isOwnable(key)) return 'Type one key, or two with a space between them.'
  const clash = keyClash(name, key)
  if (!clash) return undefined
  const { taken } = clash
  const other = `“${shortcuts[clash.other].name}”`
  if (taken === key) return `“${key}” is already the key for ${other}.`
  return taken.startsWith(key)
    ? `“${key}” begins “${taken}”, the keys for ${other}.`
    : `“${taken}” is already the key for ${other}, so no other keys can follow it.`
}
