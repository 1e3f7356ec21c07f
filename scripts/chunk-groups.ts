import type { Rolldown } from 'vite'

export interface ChunkGroup {
  /** The modules whose static imports this group collects. */
  readonly roots: readonly string[]
  /** How many of the roots must need a module; all by default. */
  readonly sharedBy?: number
}

/**
 * Bundles the modules that a part of the desk needs at its start into one file, and those that several screens share
 * into another. By default, everything that two screens share becomes its own file: two dozen requests before the first
 * screen, each compressed separately.
 *
 * @param groups by name, in order of loading
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
    const result = known.get(id)
    if (result !== undefined) return result
    // Imports can be circular: assume false while the result is being computed.
    known.set(id, false)
    const needed = importersOf(id).some((importer) => isNeeded(importer, importersOf))
    known.set(id, needed)
    return needed
  }
}
