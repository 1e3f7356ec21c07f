import type { Rolldown } from 'vite'

/**
 * What a part of the desk needs at its start comes as one file. Left alone, everything that two screens share becomes a
 * file of its own: two dozen requests before the first screen, each compressed without knowledge of the others.
 *
 * @param roots name of each group and the module at its root, the one that is loaded first at the front
 */
export function chunkGroups(roots: Readonly<Record<string, string>>): Rolldown.CodeSplittingGroup[] {
  return Object.entries(roots).map(([name, root], index, all) => {
    const isNeeded = staticallyNeededBy(root)
    return {
      debugName: name,
      name: (id, context) => (isNeeded(id, (of) => context.getModuleInfo(of)?.importers ?? []) ? name : null),
      priority: all.length - index,
    }
  })
}

function staticallyNeededBy(root: string) {
  const known = new Map<string, boolean>()
  return function isNeeded(id: string, importersOf: (id: string) => readonly string[]): boolean {
    if (id.endsWith(root)) return true
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // Modules import one another in circles: the question answers itself with "not by this way".
    known.set(id, false)
    const needed = importersOf(id).some((importer) => isNeeded(importer, importersOf))
    known.set(id, needed)
    return needed
  }
}
