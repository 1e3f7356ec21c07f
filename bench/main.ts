import { byteFigures, paintFigures } from './page-figures.ts'
import { launchBrowser } from './browser.ts'
import { decisionFigures } from './decision-figures.ts'
import { duplicateFigures } from './duplicate-figures.ts'
import { printExtractionFigures } from './extraction-figures.ts'
import { fileFigures } from './file-figures.ts'
import { printFigures } from './figures.ts'
import { openJobFigures } from './open-job-figures.ts'
import { largeLibraryFigures, libraryFigures } from './library-figures.ts'
import { pasteFigures } from './paste-figures.ts'
import { replicaFigures } from './replica-figures.ts'
import { scaleFigures } from './scale-figures.ts'
import { searchFigures } from './search-figures.ts'
import { serviceFigures } from './service-figures.ts'
import { signatureFigures } from './signature-figures.ts'
import { skipFigures } from './skip-figures.ts'
import { startStubServer } from './stub-server.ts'
import { waitFigures } from './wait-figures.ts'

const groups = [
  'bytes',
  'paint',
  'waits',
  'open-job',
  'paste',
  'decisions',
  'library',
  'search',
  'duplicates',
  'skip',
  'files',
  'service',
  'signatures',
  'extraction',
]
const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : groups
/** These take minutes, so they only run when asked for by name. */
const slowGroups = ['large']
/** Folder of saved pages with their true texts, for the groups that need them. */
const pages = wanted.find((word) => !groups.includes(word) && !slowGroups.includes(word))

// Takes long and needs a PostgreSQL, so it only runs on request: `npm run bench -- scale 1000000`.
if (wanted[0] === 'scale') {
  await scaleFigures(Number(wanted[1] ?? 100_000))
  process.exit()
}

// What it costs and brings to read from replicas: `npm run bench -- replicas 30000`.
if (wanted[0] === 'replicas') {
  await replicaFigures(Number(wanted[1] ?? 30_000))
  process.exit()
}

const stub = await startStubServer()
const browser = await launchBrowser()
try {
  if (wanted.includes('bytes')) printFigures('Bytes', await byteFigures(browser, stub.address))
  if (wanted.includes('paint')) printFigures('Paint', await paintFigures(browser, stub.address))
  if (wanted.includes('waits')) printFigures('Waits', await waitFigures(browser, stub.address))
  if (wanted.includes('open-job')) printFigures('Open job', await openJobFigures(browser, stub.address))
  if (wanted.includes('paste')) printFigures('Paste', pasteFigures())
  if (wanted.includes('decisions')) printFigures('Decisions', await decisionFigures(browser, stub.address))
  if (wanted.includes('library')) printFigures('Library', await libraryFigures(browser, stub.address))
  if (wanted.includes('large')) printFigures('100,000 articles', await largeLibraryFigures(stub.address))
  if (wanted.includes('search')) printFigures('Search', await searchFigures(browser))
  if (wanted.includes('duplicates')) printFigures('Near-duplicates', await duplicateFigures())
  if (wanted.includes('skip')) printFigures('Skipped articles', await skipFigures(browser, stub.address))
} finally {
  await browser.close()
  await stub.stop()
}
if (wanted.includes('files')) printFigures('Files', await fileFigures())
if (wanted.includes('service')) printFigures('Service', await serviceFigures())
if (wanted.includes('signatures')) printFigures('Signatures', signatureFigures(pages))
if (wanted.includes('extraction')) await printExtractionFigures(pages)
