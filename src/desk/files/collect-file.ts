import type { Bytes } from './zip.ts'

/** Pieces are folded into a blob whenever they exceed this size. */
const foldedBytes = 8 * 2 ** 20

/**
 * Collects the pieces of a file in one blob. Folds them into blobs as they come: browsers may keep blobs on disk, and a
 * blob of blobs copies nothing, so that the file is never in memory twice.
 */
export async function collectFile(pieces: AsyncIterable<Bytes>, mediaType: string): Promise<Blob> {
  const blobs: Blob[] = []
  let waiting: Bytes[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < foldedBytes) continue
    blobs.push(new Blob(waiting))
    waiting = []
    bytes = 0
  }
  return new Blob([...blobs, ...waiting], { type: mediaType })
}
