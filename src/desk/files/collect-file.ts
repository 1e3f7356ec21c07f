import type { Bytes } from './zip.ts'

/** Pieces put into one blob before the next is begun. */
const foldedBytes = 8 * 2 ** 20

/**
 * The pieces of a file as one blob. Folded as they come: what is in a blob the browser may keep on the disk, and a blob
 * of blobs copies nothing, so that the file is never in memory twice.
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
