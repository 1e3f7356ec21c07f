/** A longer one would fill a card. */
const longestLabel = 60

/**
 * The labels in a text, separated by commas. A label that is already in use keeps its spelling.
 *
 * @param known labels in use
 */
export function labelNames(typed: string, known: readonly string[]): string[] {
  const names = typed
    .split(',')
    .map((name) =>
      name
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, longestLabel)
        .trim(),
    )
    .filter(Boolean)
  const spelled = new Map(known.map((label) => [label.toLowerCase(), label]))
  for (const name of names) if (!spelled.has(name.toLowerCase())) spelled.set(name.toLowerCase(), name)
  return [...new Set(names.map((name) => spelled.get(name.toLowerCase()) ?? name))]
}
