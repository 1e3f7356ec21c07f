import type { Command } from '../../ui/commands.tsx'
import { type Matchable, matchable, matchWords } from './match-words.ts'

export type Group = 'Recently used' | 'This screen' | 'Go to' | 'Saved views' | 'Jobs' | 'Desk' | 'Articles'

/** One line of the palette: a link or a command. */
export interface Choice extends Pick<Command, 'id' | 'label' | 'shortcut'> {
  readonly group: Exclude<Group, 'Recently used'>
  /** Shown beside the label, and searched too. */
  readonly detail?: string | undefined
  readonly to?: string | undefined
  readonly run?: (() => void) | undefined
}

export interface ChoiceGroup {
  readonly group: Group
  readonly choices: readonly Choice[]
}

export const most = { recent: 5, unasked: 5, found: 8 }

/**
 * What to show for a query. Without a query: recent choices, then the rest in order. With one: matches, best group
 * first. Articles go last whatever their score: they arrive late and must not move what is about to be chosen.
 *
 * @param recent ids of choices, the latest first
 * @param found articles, as the library ranks them
 */
export function chooseShown(
  query: string,
  {
    choices,
    found,
    recent,
  }: { choices: readonly Choice[]; found: readonly Choice[]; recent: readonly string[] },
): ChoiceGroup[] {
  const terms = matchable(query)
  if (query.trim() === '') return unasked(choices, recent)
  return [
    ...asked(terms, choices, recent),
    { group: 'Articles' as const, choices: found.slice(0, most.found) },
  ].filter((group) => group.choices.length > 0)
}

function unasked(choices: readonly Choice[], recent: readonly string[]): ChoiceGroup[] {
  const byId = new Map(choices.map((choice) => [choice.id, choice]))
  const used = recent.flatMap((id) => byId.get(id) ?? []).slice(0, most.recent)
  const rest = choices.filter((choice) => !used.includes(choice))
  const groups = grouped(rest).map(({ group, choices }) =>
    group === 'Jobs' || group === 'Saved views'
      ? { group, choices: choices.slice(0, most.unasked) }
      : { group, choices },
  )
  return used.length > 0 ? [{ group: 'Recently used', choices: used }, ...groups] : groups
}

/** Recent use outweighs a better match of the same kind. */
const recentBonus = 0.75

function asked(terms: Matchable, choices: readonly Choice[], recent: readonly string[]): ChoiceGroup[] {
  const scored = choices
    .flatMap((choice) => {
      const score = matchWords(terms, matchable(`${choice.label} ${choice.detail ?? ''}`))
      return score === undefined
        ? []
        : { choice, score: score - (recent.includes(choice.id) ? recentBonus : 0) }
    })
    .sort((a, b) => a.score - b.score)
  return grouped(scored.map(({ choice }) => choice)).map(({ group, choices }) => ({
    group,
    choices: choices.slice(0, most.found),
  }))
}

/** Groups in the order of their first choice. */
function grouped(choices: readonly Choice[]): { group: Choice['group']; choices: Choice[] }[] {
  const groups = new Map<Choice['group'], Choice[]>()
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice])
  return [...groups].map(([group, choices]) => ({ group, choices }))
}
