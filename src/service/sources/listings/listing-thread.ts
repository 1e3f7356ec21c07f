// The listing reader's thread: receives a document, posts what it lists.
import { parentPort } from 'node:worker_threads'
import { decodeXml } from '../../extraction/decode.ts'
import { readOpml } from '../opml.ts'
import type { ListingTask } from './listing-reader.ts'
import { readListing } from './read-listing.ts'

parentPort?.on('message', (task: ListingTask) =>
  parentPort?.postMessage('opml' in task ? readOpml(decodeXml(task.opml)) : readListing(task)),
)
parentPort?.postMessage('ready')
