// The thread of the extractor: a page in, what was made of it out.
import { parentPort } from 'node:worker_threads'
import type { Page } from './extract-page.ts'
import { extractPage } from './extract-page.ts'

parentPort?.on('message', (page: Page) => parentPort?.postMessage(extractPage(page)))
parentPort?.postMessage('ready')
