import type { Rolldown } from 'vite'

export interface ChunkGroup {
  /** The modules that are loaded for it. */
  readonly roots: readonly string[]
  /** How many of the roots must need a module; all of them unless given. */
  readonly sharedBy?: number
}

/**
 * What a part of the desk needs at its start comes as one file, and so does what several screens share. Left alone,
 * everything that two screens share becomes a file of its own: two dozen requests before the first screen, each
 * compressed without knowledge of the others.
 *
 * @param groups by name, the one that is loaded first at the front
 */
export function chunkGroups(groups: Readonly<Record<string, ChunkGroup>>): Rolldown.CodeSplittingGroup[] {
  return Object.entries(groups).map(([name, { roots, sharedBy = roots.length }], index, all) => {
    const areNeeded = roots.map(staticallyNeededBy)
    return {
      debugName: name,
      name(id, context) {
        const importersOf = (of: string) => context.getModuleInfo(of)?.importers ?? []
        const needing = areNeeded.filter((isNeeded) => isNeeded(id, importersOf))
        return needing.length >= sharedBy ? name : null
      },
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
