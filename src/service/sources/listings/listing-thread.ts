// The listing reader's thread: receives a document, posts its listing.
import { parentPort } from 'node:worker_threads'
import type { ListingBytes } from './read-listing.ts'
import { readListing } from './read-listing.ts'

parentPort?.on('message', (document: ListingBytes) => parentPort?.postMessage(readListing(document)))
parentPort?.postMessage('ready')
