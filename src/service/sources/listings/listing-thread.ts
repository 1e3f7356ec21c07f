// The listing reader's thread: receives a document, posts its listing.
import { parentPort } from 'node:worker_threads'
import type { ListingBytes } from './read-listing.ts'
import { readListing } from './read-listing.ts'

parentPort?.on('message', (document: ListingBytes) => parentPort?.postMessage(read(document)))
parentPort?.postMessage('ready')

function read(document: ListingBytes) {
  try {
    return readListing(document)
  } catch {
    return { error: 'could not be read' }
  }
}
