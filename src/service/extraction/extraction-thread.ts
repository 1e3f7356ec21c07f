// The extractor's thread: receives a page, posts its extraction.
import { parentPort } from 'node:worker_threads'
import type { Page } from './extract-page.ts'
import { extractPage } from './extract-page.ts'

parentPort?.on('message', (page: Page) => parentPort?.postMessage(extractPage(page)))
parentPort?.postMessage('ready')
